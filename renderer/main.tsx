import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-devanagari/wght.css';
import './styles/mantine.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { acknowledgeAlarm } from '../server/contract/plant/alarms.ts';
import { LiveLink } from './api/live.ts';
import { Session } from './api/session.ts';
import { App } from './app.tsx';
import { takeWallToken } from './pages/wall/wallToken.ts';
import { AckQueue } from './state/ackQueue.ts';
import { Bell } from './state/bell.ts';
import { LiveValues } from './state/liveValues.ts';
import { PlantClock } from './state/now.ts';
import { applyStoredScheme } from './state/scheme.ts';
import { applyStoredLocale } from './text/language.ts';

applyStoredScheme();
applyStoredLocale();

const clock = new PlantClock();
const values = new LiveValues();
const session = new Session(clock, sessionStorage, localStorage);
const live = new LiveLink(values, clock, () => session.token());
const acks = new AckQueue(
  localStorage,
  () => {
    const state = session.state();
    return state.kind === 'in' ? state.profile.userId : null;
  },
  (id) => session.request(acknowledgeAlarm, { params: { id } }),
);
const bell = new Bell(localStorage);
session.start();
const wallToken = takeWallToken(location, history);
if (wallToken !== null) void session.openWall(wallToken);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={{ session, live, values, clock, acks, bell }} />
  </StrictMode>,
);
