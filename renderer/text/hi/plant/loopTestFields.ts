import type { loopTestFields as en } from '../../en/plant/loopTestFields.ts';

export const loopTestFields: typeof en = {
  fields: {
    unitId: 'इकाई',
    param: 'क्या',
    testedAt: 'जाँच की तारीख',
    testedBy: 'किसने जाँचा',
    reference: 'मानक यंत्र',
    instrument: 'यंत्र',
    serial: 'क्रम संख्या',
    certificate: 'उसका प्रमाणपत्र',
    validTo: 'प्रमाणपत्र कब तक',
    measure: 'माप की इकाई',
    span: 'माप सीमा',
    tolerancePct: 'सह्य अंतर',
    toleranceOf: 'सह्य अंतर किसका भाग',
    points: 'पाठ्यांक',
    'points.reference': 'मानक',
    asFound: 'मीटर, जैसा मिला',
    asLeft: 'मीटर, जैसा छोड़ा',
    dueOn: 'अगली जाँच कब',
    note: 'टिप्पणी',
    corrects: 'किस जाँच की जगह',
  },
  hints: {
    testedBy: 'यंत्र किसके हाथ में था।',
    span: 'माप सीमा के भाग वाले सह्य अंतर के लिए ज़रूरी।',
    tolerancePct: 'खाली: कोई निर्णय नहीं।',
    asLeft: 'खाली: जैसा मिला वैसा छोड़ा।',
    corrects: 'जाँच बदली नहीं जाती; गलत जाँच दूसरी से सुधारी जाती है।',
  },
  options: {
    reading: 'पाठ्यांक',
    span: 'माप सीमा',
  },
};
