import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-devanagari/wght.css';
import './styles/mantine.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { acknowledgeAlarm, listAlarms } from '../server/contract/plant/alarms.ts';
import { plantOverview } from '../server/contract/plant/overview.ts';
import { LiveLink } from './api/live.ts';
import { newQueryClient } from './api/queryClient.ts';
import { Session } from './api/session.ts';
import { takeAnswered } from './api/useEndpoint.ts';
import { App } from './app.tsx';
import { takeWallToken } from './pages/wall/wallToken.ts';
import { keepFocusOfBusy } from './parts/focus/busyFocus.ts';
import { AckQueue } from './state/ackQueue.ts';
import { Bell } from './state/bell.ts';
import { isInstalled, offerInstall } from './state/installable.ts';
import { KeptAnswers } from './state/keptAnswers.ts';
import { LiveValues } from './state/liveValues.ts';
import { PlantClock } from './state/now.ts';
import { applyStoredScheme } from './state/scheme.ts';
import { applyStoredLocale } from './text/language.ts';

applyStoredScheme();
const worded = applyStoredLocale();

const openedMs = Date.now();
const clock = new PlantClock(sessionStorage);
const values = new LiveValues();
// an installed panel opens as it was left, also while the server is away
const session = new Session(clock, isInstalled() ? localStorage : sessionStorage, localStorage);
const live = new LiveLink(values, clock, () => session.token());
const userId = (): string | null => {
  const state = session.state();
  return state.kind === 'in' ? state.profile.userId : null;
};
const acks = new AckQueue(localStorage, userId, (id) => session.request(acknowledgeAlarm, { params: { id } }));
addEventListener('storage', () => acks.readStored());
const bell = new Bell(localStorage);
bell.start();
const kept = new KeptAnswers('caches' in globalThis ? caches : undefined, userId);
session.subscribe(() => {
  if (session.state().kind === 'out') void kept.clear();
});
session.start();
if (userId() === null) void kept.clear();
offerInstall();
keepFocusOfBusy(document);
const wallToken = takeWallToken(location, history);
if (wallToken !== null) void session.openWall(wallToken);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const services = { session, live, values, clock, acks, bell, kept };
const queryClient = newQueryClient();
// what has come while the script was loaded is drawn at once, not after an empty page
const first = [
  takeAnswered(queryClient, services, plantOverview, {}),
  takeAnswered(queryClient, services, listAlarms, { query: {} }),
];

// not awaited at the top: the words' own file imports this one
void Promise.all([worded, ...first]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App services={services} queryClient={queryClient} openedMs={openedMs} />
    </StrictMode>,
  ),
);
