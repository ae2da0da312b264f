import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './Menu.module.css';

export type MenuChoice = {
  key: string;
  label: ReactNode;
  onChoose: () => void;
  /** One of several of which one holds; absent: something to do. */
  checked?: boolean;
  lang?: string;
};

type Props = {
  /** Name of the button for those who cannot see its icon. */
  label: string;
  icon: ReactNode;
  heading?: ReactNode;
  choices: readonly MenuChoice[];
  className?: string | undefined;
};

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button that opens a short list below it: arrows go through it, Enter chooses, Escape and a tap beside it close. */
export const Menu = ({ label, icon, heading, choices, className }: Props) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

  useEffect(() => {
    if (!open) return;
    const own = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    (own.find((item) => item.ariaChecked === 'true') ?? own[0])?.focus();
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') close();
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = items();
    all[
      step(
        all.findIndex((item) => item.matches(':focus')),
        all.length,
      )
    ]?.focus();
  };

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={className ?? styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {icon}
      </button>
      {open ? (
        <div id={id} className={styles.list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={press}>
          {heading === undefined ? null : (
            <p className={styles.heading} role="presentation">
              {heading}
            </p>
          )}
          {choices.map(({ key, label: words, onChoose, checked, lang }) => (
            <button
              key={key}
              type="button"
              tabIndex={-1}
              className={styles.item}
              {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
              lang={lang}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {words}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
};
