import { text } from '../../text/words.ts';

/** What React Flow says of its own buttons, in the person's language. */
export const pictureLabels = () => {
  const { picture, zoomIn, zoomOut, fit } = text.pictures;
  return {
    'controls.ariaLabel': picture,
    'controls.zoomIn.ariaLabel': zoomIn,
    'controls.zoomOut.ariaLabel': zoomOut,
    'controls.fitView.ariaLabel': fit,
    'node.a11yDescription.default': '',
    'node.a11yDescription.keyboardDisabled': '',
    'edge.a11yDescription.default': '',
  };
};
