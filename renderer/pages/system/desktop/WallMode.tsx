import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ShellSurface } from '../../../../server/contract/process/surface.ts';
import { useNewWall } from '../../../api/useNewWall.ts';
import { FormProblem, SelectField } from '../../../parts/form/fields.tsx';
import { useBound } from '../../../parts/form/useBound.ts';
import { Panel } from '../../../parts/Panel.tsx';
import { explain } from '../../../parts/states.tsx';
import { wallPages } from '../../wall/entry.ts';
import styles from '../Page.module.css';
import type { DesktopInfo } from './About.tsx';
import { words } from './words.ts';

type Display = DesktopInfo['displays'][number];
type Shown = keyof typeof words.pages;
const choices: readonly Shown[] = ['turns', ...wallPages];

/** One display. It gets a token of its own, which reads, and ends with the wall or under Phones and walls. */
const DisplayLine = ({
  display,
  isWall,
  shell,
  onChange,
}: {
  display: Display;
  isWall: boolean;
  shell: ShellSurface;
  onChange: () => void;
}) => {
  const { make, busy } = useNewWall();
  const [shown, setShown] = useState<Shown>('turns');
  const ofShown = useBound<Shown>(shown, setShown);
  const [problem, setProblem] = useState<string | null>(null);
  const name = words.display(display.label, display.width, display.height);
  const set = async (page: string | null) => {
    const isDone = await shell.setWall({ display: display.id, page }).catch(() => undefined);
    setProblem(isDone === undefined ? words.failed : isDone ? null : words.noDisplay);
    onChange();
  };
  const fill = async () => {
    try {
      const { token } = await make(words.wallName(display.label));
      await set(`/wall${shown === 'turns' ? '' : `?page=${shown}`}#token=${token}`);
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return (
    <li>
      <div className={styles.buttons}>
        <strong>{name}</strong>
        {isWall ? (
          <Button variant="default" aria-label={`${words.endWall}: ${name}`} onClick={() => void set(null)}>
            {words.endWall}
          </Button>
        ) : (
          <>
            <SelectField
              of={ofShown}
              label={words.shows}
              options={choices.map((value) => ({ value, label: words.pages[value] }))}
            />
            <Button variant="default" loading={busy} aria-label={`${words.startWall}: ${name}`} onClick={() => void fill()}>
              {words.startWall}
            </Button>
          </>
        )}
      </div>
      <FormProblem>{problem}</FormProblem>
    </li>
  );
};

/** The displays of this PC, each of which a page that only reads may fill. */
export const WallMode = ({ shell, info, onChange }: { shell: ShellSurface; info: DesktopInfo; onChange: () => void }) => (
  <Panel id="wall-mode" title={words.walls}>
    <div className={styles.stack}>
      <p className={styles.note}>{words.wallsHint}</p>
      <ul className={styles.findings} aria-label={words.walls}>
        {info.displays.map((display) => (
          <DisplayLine
            key={display.id}
            display={display}
            isWall={info.walls.some((wall) => wall.display === display.id)}
            shell={shell}
            onChange={onChange}
          />
        ))}
      </ul>
    </div>
  </Panel>
);
