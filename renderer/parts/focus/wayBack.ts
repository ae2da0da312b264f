/** What a reader names when the focus is in it; `main` is always there. */
const places = 'section, form, fieldset, aside, ul, ol, nav, [role="region"], [role="group"], main';

let used: HTMLElement | null = null;
export const noteUsed = (element: HTMLElement): void => {
  used = element;
};

/** What has the focus now or, while a button works and is therefore disabled, that button. */
export const focusedNow = (): Element | null => {
  const { activeElement: active } = document;
  return active === document.body && used?.matches('[data-loading]') ? used : active;
};

const isFocused = (element: HTMLElement): boolean => {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
};

/** Without a stop of its own for Tab: it is a place to go on from. */
const focusPlace = (place: HTMLElement): void => {
  if (isFocused(place)) return;
  place.tabIndex = -1;
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  isFocused(place);
};

type WayBack = {
  /** Gives the focus to the element itself, where it can take it. */
  toItself: () => boolean;
  /** Gives it to the element or, once that is gone, to the nearest place around it that is left. */
  orNear: () => void;
  /** Scrolls to the element where it has the focus and is out of view. */
  show: () => void;
};

/** Where an element stands, remembered while it is there. */
export const wayBackTo = (element: Element | null): WayBack => {
  const around: Element[] = [];
  for (let place = element?.parentElement?.closest(places); place; place = place.parentElement?.closest(places))
    around.push(place);
  const toItself = () => element instanceof HTMLElement && element !== document.body && isFocused(element);
  const orNear = () => {
    if (toItself()) return;
    const left = around.find((place) => place.isConnected && place.checkVisibility());
    if (left instanceof HTMLElement) focusPlace(left);
  };
  const show = () => {
    if (document.activeElement === element) element?.scrollIntoView({ block: 'nearest' });
  };
  return { toItself, orNear, show };
};
