type ShellSurface = import('../../server/contract/process/surface.ts').ShellSurface;
const { contextBridge, ipcRenderer } = require('electron') as typeof import('electron');

/** Fixed functions and nothing that sends what it is given: the shell checks each call by the contract. */
const surface: ShellSurface = {
  info: () => ipcRenderer.invoke('headworks:info'),
  printPage: (order) => ipcRenderer.invoke('headworks:printPage', order),
  printers: () => ipcRenderer.invoke('headworks:printers'),
  printLabel: (order) => ipcRenderer.invoke('headworks:printLabel', order),
  pickFolder: () => ipcRenderer.invoke('headworks:pickFolder'),
  setWall: (order) => ipcRenderer.invoke('headworks:setWall', order),
  checkUpdate: () => ipcRenderer.invoke('headworks:checkUpdate'),
  installUpdate: (source) => ipcRenderer.invoke('headworks:installUpdate', source),
  setFeed: (address) => ipcRenderer.invoke('headworks:setFeed', address),
  askFeed: () => ipcRenderer.invoke('headworks:askFeed'),
  loadUpdate: (isOn) => ipcRenderer.invoke('headworks:loadUpdate', isOn),
  diagnostics: (order) => ipcRenderer.invoke('headworks:diagnostics', order),
  autostart: (isOn) => ipcRenderer.invoke('headworks:autostart', isOn),
};
const left: typeof import('../../server/contract/process/leftEvent.ts').LEFT_EVENT = 'headworks:left';
ipcRenderer.on(left, () => (globalThis as unknown as EventTarget).dispatchEvent(new Event(left)));
contextBridge.exposeInMainWorld('headworks', surface);
