/** The pages of a hub: plants with their state and completeness, what one measured on its last proved day, people and what they may see. */
import { ask, changed, TOKEN } from './ask.js';
import { showComparison } from './compare.js';
import { element, field, form } from './elements.js';
import { showPeople } from './people.js';
import { showPlant } from './plant.js';
import { showPlants } from './plants.js';
import { showUnit } from './unit.js';
import { chooseLanguage, chosenLanguage, languageNames, text } from './words/language.js';

const main = document.getElementById('main');
const header = document.getElementById('top');
/** Why what stands below it is not of now. */
const fault = document.getElementById('fault');
const RENEW_MS = 10_000;

const called = document.getElementById('language');
called.append(...languageNames.map(([id, name]) => element('option', { value: id, lang: id }, name)));

/** What stands around every page, in the language that was chosen. */
const showFrame = () => {
  document.documentElement.lang = chosenLanguage();
  document.getElementById('pages').setAttribute('aria-label', text.pages.label);
  document.getElementById('plants-link').textContent = text.pages.plants;
  document.getElementById('compare-link').textContent = text.pages.compare;
  document.getElementById('people-link').textContent = text.pages.people;
  document.getElementById('sign-out').textContent = text.signIn.out;
  called.setAttribute('aria-label', text.language);
  called.value = chosenLanguage();
};

/** What tells the controls of a page apart, and what a page that is drawn anew has again. */
const nameOf = (control) =>
  [control.tagName, control.name ?? '', control.getAttribute('aria-label') ?? '', control.textContent].join();
const focused = () => (main.contains(document.activeElement) ? nameOf(document.activeElement) : undefined);

/** The tab names the page that was drawn; the focus that went with what it was on is there again, or on the heading. */
const settle = (heading, had, isAnother) => {
  document.title = text.title(heading.textContent);
  if (had === undefined && !isAnother) return;
  const again = isAnother ? undefined : [...main.querySelectorAll('a, button, input, select')].find((one) => nameOf(one) === had);
  heading.tabIndex = -1;
  (again ?? heading).focus();
};

const showSignIn = () => {
  header.hidden = true;
  fault.hidden = true;
  const signIn = form(
    text.signIn.title,
    [
      field(text.signIn.username, { name: 'username', autocomplete: 'username' }),
      field(text.signIn.password, { name: 'password', type: 'password', autocomplete: 'current-password' }),
    ],
    text.signIn.title,
    async (body) => {
      const { answer } = await ask('/api/hub/fleet/login', { method: 'POST', body });
      sessionStorage.setItem(TOKEN, answer.token);
      changed();
    },
  );
  signIn.classList.add('sign-in');
  main.replaceChildren(element('h1', { class: 'sign-in' }, text.signIn.heading), signIn);
  document.title = text.title(text.signIn.title);
};

const show = async (isAnother = false) => {
  showFrame();
  const had = focused();
  if (sessionStorage.getItem(TOKEN) === null) return showSignIn();
  try {
    const { answer } = await ask('/api/hub/fleet/plants');
    fault.hidden = true;
    document.getElementById('hub-name').textContent = answer.hub.name;
    document.getElementById('person').textContent = answer.person.name;
    document.getElementById('people-link').hidden = !answer.person.isOwner;
    header.hidden = false;
    const [page, site, ...unit] = (location.hash.slice(1) || 'plants').split('/').map(decodeURIComponent);
    for (const link of document.querySelectorAll('nav a'))
      if (link.hash === `#${page}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    if (page === 'plant' && unit.length === 3) showUnit(answer, site, unit);
    else if (page === 'plant') await showPlant(answer, site);
    else if (page === 'compare') await showComparison(answer);
    else if (page === 'people' && answer.person.isOwner) await showPeople(answer);
    else showPlants(answer);
    settle(main.querySelector('h1'), had, isAnother);
  } catch (error) {
    if (error.status === undefined) throw error;
    if ([401, 420, 440].includes(error.status)) {
      sessionStorage.removeItem(TOKEN);
      return showSignIn();
    }
    fault.textContent = error.message;
    fault.hidden = false;
  }
};

called.addEventListener('change', () => {
  chooseLanguage(called.value);
  void show();
});
addEventListener('changed', () => void show());
document.getElementById('sign-out').addEventListener('click', async () => {
  await ask('/api/hub/fleet/logout', { method: 'POST', body: {} }).catch(() => undefined);
  sessionStorage.removeItem(TOKEN);
  showSignIn();
});
addEventListener('hashchange', () => void show(true));
// the list of plants keeps itself new while somebody looks; a page with a form is left alone
setInterval(() => {
  if (
    document.visibilityState === 'visible' &&
    !header.hidden &&
    !/^#(people|compare|plant\/)/.test(location.hash) &&
    !main.contains(document.activeElement)
  )
    void show();
}, RENEW_MS);
void show();
