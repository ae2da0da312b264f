import type { FirstStep } from '../../pages/firstRun/progress.ts';

const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** The first run of an empty server. */
export const firstRun = {
  title: 'First run',
  kept: 'Every step is kept as soon as it is done. Leave when you like; this address leads back.',
  steps: {
    code: 'Setup code',
    owner: 'Owner',
    language: 'Language',
    plant: 'Plant and shift',
    network: 'Network & addresses',
    meter: 'First line and reading',
  } as Record<FirstStep, string>,
  hints: {
    code: 'from the server’s window',
    owner: 'who may do everything',
    language: 'words, numbers and dates',
    plant: 'name, zone, start of the day',
    network: 'How others reach this PC',
    meter: 'Watched until it can be trusted',
  } as Record<FirstStep, string>,
  questions: {
    code: 'Which code does the server show?',
    owner: 'Who owns this server?',
    language: 'How do you want to read?',
    plant: 'Which plant is it?',
    network: 'How do others reach this PC?',
    meter: 'Which meter comes first?',
  } as Record<FirstStep, string>,
  helps: {
    code: 'The server printed a one-time code when it started. It proves that you are at this PC; there is no default password.',
    owner: 'The owner has every right and makes the accounts of the others. The password cannot be shown again.',
    language: 'Each person chooses for themselves, here and later in the head of each page.',
    plant: 'A day of the plant begins with its shift. Volumes, reports and limits are of such days.',
    network: 'Phones and other PCs of the plant open the panel at an address of this PC. Choose one that stays the same.',
    meter: '',
  } as Record<FirstStep, string>,
  code: 'Setup code',
  codeHint: 'three groups of four, such as YTGV-GFJW-B9V6',
  name: 'Name',
  email: 'E-mail address',
  usernameWrong: 'No slash.',
  passwordHint: 'at least 10 characters, any; not the user name',
  plantName: 'Name of the plant',
  plantId: (id: string) => `its id stays for ever: ${id}`,
  zone: 'Time zone',
  zoneHint: 'type a city: Asia/Kolkata',
  shiftStart: 'The day begins at',
  shiftHint: '24 hours, on a multiple of 5 minutes: 06:00',
  startWrong: 'A time such as 06:00.',
  preview: (date: string, start: string, to: string) => `Now it is the shift day ${date}. It ends on ${to} at ${start}.`,
  noPreview: 'The zone or the time cannot be read.',
  next: 'Next',
  make: 'Make the plant',
  later: 'Do this later',
  nextMeter: 'Next: first line',
  address: 'Address of this panel',
  onlyHere:
    'You came by an address that only this PC has. From another device use the PC’s address in the plant network with the same port; the server must listen there.',
  reachable: 'You came by this address; other devices in the same network can use it too.',
  limits: 'Rate limits',
  limitsAbout:
    'The plant profile is in use: the panel, phones and clients of a plant share a roomy limit for each session. The profile of the published API (spec) is chosen by limits.profile in headworks.json.',
  plantSaid: (name: string, start: string) => `${name}; day from ${start}`,
  where: 'Where the time went',
  duration,
  finish: 'End the first run',
};
