import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/states.tsx';
import { text } from '../text/words.ts';

export const NotFound = () => (
  <>
    <h1>{text.notFound.title}</h1>
    <Empty title={text.notFound.body} action={<Link to="/">{text.notFound.home}</Link>} />
  </>
);

/** A fault of the panel itself: the other pages go on. */
export const PageFailed = () => (
  <div role="alert">
    <h1>{text.errors.title}</h1>
    <Empty
      title={text.errors.page}
      action={
        <Button variant="default" onClick={() => location.reload()}>
          {text.errors.reload}
        </Button>
      }
    />
  </div>
);
