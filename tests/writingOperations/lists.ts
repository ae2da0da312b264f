/**
 * Where the panel sends each row of the contract that changes something: the file below renderer/, the words of the control that a
 * person presses, and the file that draws the control where it is another one.
 */
export const places: Readonly<Record<string, readonly [sender: string, control: string, drawnIn?: string]>> = {
  // frame, sign in and first run
  logout: ['api/session.ts', 'text.account.signOut', 'shell/AccountMenu.tsx'],
  acknowledgeAlarm: ['main.tsx', 'words.acknowledge', 'pages/alarms/AlarmActions.tsx'],
  usePasswordLink: ['pages/login/ChoosePassword.tsx', 'words.chooseSubmit'],
  setUp: ['pages/firstRun/BeforeOwner.tsx', 'words.make'],
  // watching
  executivePin: ['pages/executive/Page.tsx', 'words.pin', 'pages/executive/Figures.tsx'],
  executiveTicket: ['pages/executive/ShareLink.tsx', 'words.make'],
  saveFwiInput: ['pages/rain/StepForm.tsx', 'words.save'],
  saveSettings: ['api/useAccountSettings.ts', 'formWords.save', 'pages/settings/delivery/Delivery.tsx'],
  // acting
  addAssignee: ['pages/alarms/AlarmActions.tsx', 'words.assignDo'],
  commentAlarm: ['pages/alarms/AlarmActions.tsx', 'words.addNote'],
  shelveAlarm: ['pages/alarms/AlarmActions.tsx', 'words.shelve'],
  declareMaintenance: ['pages/alarms/Maintenance.tsx', 'words.declare'],
  unshelveAlarm: ['pages/alarms/AlarmActions.tsx', 'words.unshelve'],
  moveValve: ['pages/commands/ValveControl.tsx', 'words.do'],
  writeRegisters: ['pages/commands/SetPoint.tsx', 'words.set'],
  turnWriteSwitch: ['pages/system/StateTab.tsx', 'words.turnReadOnly'],
  // commissioning
  testEndpoint: ['pages/commissioning/LineDoctor.tsx', 'words.test'],
  createConnection: ['pages/commissioning/meter/LineStep.tsx', 'words.nextModel'],
  changeConnection: ['pages/commissioning/LineDoctor.tsx', 'words.disable'],
  deleteConnection: ['pages/commissioning/LineDoctor.tsx', 'words.remove'],
  startScan: ['pages/commissioning/meter/Scan.tsx', 'words.scanStart'],
  cancelScan: ['pages/commissioning/meter/Scan.tsx', 'words.stop'],
  createFromTemplate: ['pages/commissioning/meter/ModelStep.tsx', 'words.nextReadings'],
  startDisplayMatch: ['pages/commissioning/meter/Display.tsx', 'words.compare'],
  confirmDisplayMatch: ['pages/commissioning/meter/Display.tsx', 'words.compare'],
  changeTag: ['pages/commissioning/meter/Display.tsx', 'words.useDecoding'],
  createCategory: ['pages/commissioning/meter/useMakeUnit.ts', 'words.nextTrusted', 'pages/commissioning/meter/UnitForm.tsx'],
  createSubCategory: ['pages/commissioning/meter/useMakeUnit.ts', 'words.nextTrusted', 'pages/commissioning/meter/UnitForm.tsx'],
  createUnit: ['pages/commissioning/meter/useMakeUnit.ts', 'words.nextTrusted', 'pages/commissioning/meter/UnitForm.tsx'],
  changeMeter: ['pages/commissioning/MeterChange.tsx', 'words.enterChange'],
  // the plant
  changeUnit: ['pages/plant/units/UnitForm.tsx', '<StructureForm'],
  deleteUnit: ['pages/plant/units/UnitForm.tsx', '<DeleteByName'],
  changeCategory: ['pages/plant/units/CategoryForm.tsx', '<StructureForm'],
  deleteCategory: ['pages/plant/units/CategoryForm.tsx', '<DeleteByName'],
  changeSubCategory: ['pages/plant/units/GroupForm.tsx', '<StructureForm'],
  deleteSubCategory: ['pages/plant/units/GroupForm.tsx', '<DeleteByName'],
  enterReadings: ['pages/plant/entries/Entries.tsx', 'words.entry.enter'],
  addWritePoint: ['pages/plant/points/Points.tsx', '<StructureForm'],
  changeWritePoint: ['pages/plant/points/Points.tsx', '<StructureForm'],
  deleteWritePoint: ['pages/plant/points/Points.tsx', '<DeleteByName'],
  importConfiguration: ['pages/plant/files/Files.tsx', 'words.files.apply'],
  saveTemplate: ['pages/plant/models/Models.tsx', 'formWords.save'],
  deleteTemplate: ['pages/plant/models/Models.tsx', '<DeleteByName'],
  changeIndustryFacts: ['pages/plant/facts/Facts.tsx', '<StructureForm'],
  // settings
  changeShift: ['pages/settings/Shift.tsx', 'words.shiftSave'],
  createPerson: ['pages/settings/PersonForm.tsx', 'words.create'],
  changePerson: ['pages/settings/PersonPanel.tsx', 'formWords.save'],
  deletePerson: ['pages/settings/PersonPanel.tsx', 'words.remove'],
  endPersonSessions: ['pages/settings/PersonPanel.tsx', 'words.end', 'pages/settings/Sessions.tsx'],
  resetPassword: ['pages/settings/PersonPanel.tsx', 'words.setPassword'],
  createPasswordLink: ['pages/settings/PersonPanel.tsx', 'words.makeLink'],
  endSession: ['pages/settings/Mine.tsx', 'words.end', 'pages/settings/Sessions.tsx'],
  changePassword: ['pages/settings/Mine.tsx', 'words.setPassword'],
  openPairing: ['pages/settings/devices/PairPhone.tsx', 'words.openCode'],
  confirmPairing: ['pages/settings/devices/PairPhone.tsx', 'words.same'],
  cancelPairing: ['pages/settings/devices/PairPhone.tsx', 'words.notSame'],
  revokePhone: ['pages/settings/devices/Devices.tsx', 'words.revoke'],
  createWall: ['pages/settings/devices/Devices.tsx', 'words.makeWall'],
  revokeWall: ['pages/settings/devices/Devices.tsx', 'words.endWall'],
  testChannel: ['pages/settings/delivery/TestMessage.tsx', 'words.test'],
  createSsoIssuer: ['pages/settings/sso/IssuerForm.tsx', 'formWords.save'],
  changeSsoIssuer: ['pages/settings/sso/IssuerForm.tsx', 'formWords.save'],
  deleteSsoIssuer: ['pages/settings/sso/IssuerForm.tsx', 'words.remove'],
  // system
  startSelfTest: ['pages/system/StateTab.tsx', 'words.runSelfTest'],
  saveBackupPolicy: ['pages/system/Policy.tsx', 'formWords.save'],
  startBackup: ['pages/system/BackupsTab.tsx', 'words.backupNow'],
  startDrill: ['pages/system/BackupsTab.tsx', 'words.drillNow'],
  mergeMissing: ['pages/system/BackupsTab.tsx', 'words.merge'],
  verifyBackup: ['pages/system/Snapshots.tsx', 'words.verify'],
  restoreBackup: ['pages/system/Snapshots.tsx', 'words.restoreDo'],
  makeRecoveryKit: ['pages/system/RecoveryKit.tsx', 'words.makeKit'],
  adoptCertificate: ['pages/system/OwnCertificate.tsx', 'words.adopt'],
  releaseCertificate: ['pages/system/OwnCertificate.tsx', 'words.release'],
  renewCertificate: ['pages/system/NetworkTab.tsx', 'words.renew'],
};

/** What the panel does by another row, which is named. */
export const byAnotherRow: Readonly<Record<string, string>> = {
  updateRead: 'acknowledgeAlarm',
  removeAssignee: 'addAssignee',
};

/** Rows whose controls another piece of work brings: each is sent by the panel, or is in the table of docs/api.md. */
export const eitherWay: readonly string[] = [
  ...['saveScadaGraph', 'saveBalanceGraph'],
  ...['createDevice', 'changeDevice', 'deleteDevice', 'createTag', 'deleteTag', 'startRegisterMap', 'cancelRegisterMap'],
  ...['startStressTest', 'cancelStressTest', 'startTwin', 'changeTwin', 'stopTwin', 'saveLoopTest', 'addLoopTestPhoto'],
  ...['openRawWindow', 'closeRawWindow', 'readRegisters'],
];
