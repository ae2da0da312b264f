import '@fontsource-variable/inter/wght.css';
import './styles/mantine.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LiveLink } from './api/live.ts';
import { Session } from './api/session.ts';
import { App } from './app.tsx';
import { LiveValues } from './state/liveValues.ts';
import { PlantClock } from './state/now.ts';
import { applyStoredScheme } from './state/scheme.ts';
import { applyStoredLocale } from './text/language.ts';

applyStoredScheme();
applyStoredLocale();

const clock = new PlantClock();
const values = new LiveValues();
const session = new Session(clock, sessionStorage);
const live = new LiveLink(values, clock, () => session.token());
session.start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={{ session, live, values, clock }} />
  </StrictMode>,
);
