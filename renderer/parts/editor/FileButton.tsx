import { Button } from '@mantine/core';
import { useRef } from 'react';

type Props = { label: string; accept: string; onFile: (file: File) => void };

/** A button that asks for a file; the same one may be chosen again. */
export const FileButton = ({ label, accept, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
};
