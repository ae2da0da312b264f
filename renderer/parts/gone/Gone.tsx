import { Button } from '@mantine/core';
import { text } from '../../text/words.ts';
import { useWayBack } from '../focus/useFocusBack.ts';
import { Empty } from '../states.tsx';

type Props = {
  /** What leads back is called, and does; absent where the list stands beside it anyway. */
  back?: { label: string; go: () => void };
};

/** In the place of what an address names and there is no longer. */
export const Gone = ({ back }: Props) => {
  const box = useWayBack();
  return (
    <div ref={box} data-gone>
      <Empty
        title={text.errors.notFound}
        action={
          back === undefined ? undefined : (
            <Button variant="default" onClick={back.go}>
              {back.label}
            </Button>
          )
        }
      />
    </div>
  );
};
