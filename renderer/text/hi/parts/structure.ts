import type { structure as en } from '../../en/parts/structure.ts';

export const structure: typeof en = {
  noRows: 'अभी कुछ नहीं।',
  row: (label, at) => `${label}, ${at}`,
  addRow: (label) => `जोड़ें: ${label}`,
  remove: 'हटाएँ',
  removeRow: (label, row) => `हटाएँ: ${label}, ${row}`,
  enter: (label) => `भरें: ${label}`,
  leaveOut: (label) => `छोड़ दें: ${label}`,
  shortName: (label) => `छोटा नाम: ${label}`,
  undo: 'वापस लें',
  redo: 'फिर से करें',
  dirty: 'सहेजा नहीं गया; इस ब्राउज़र में रखा है।',
  notKept: 'सहेजा नहीं गया, और इस ब्राउज़र में रखा नहीं गया: दूसरे टैब में इसी के बदलाव हैं, या जगह नहीं है।',
  saved: 'सहेजा गया। “वापस लें” से पहले वाला रूप लौटता है।',
  newer: 'इस बीच किसी और ने इसे सहेजा है। सहेजते समय दोनों रूप दिखेंगे।',
  look: 'इन पर ध्यान दें',
  conflict: 'इस बीच किसी और ने सहेजा',
  gone: 'इस बीच यह हटा दिया गया।',
  goneTyped: 'आपने जो लिखा है वह नीचे है, जब तक आप इसे बंद नहीं करते; पढ़ा और कॉपी किया जा सकता है। अब इसे सहेजा नहीं जा सकता।',
};
