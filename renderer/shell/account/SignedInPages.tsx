import { RouterProvider } from '@tanstack/react-router';
import { Activity, useState } from 'react';
import type { Profile } from '../../api/session.ts';
import { newRouter } from '../../routes.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { useAskForIt, useFocusBack, useKeptWhile } from './useWaiting.ts';

type Props = {
  of: Profile;
  /** Their session was ended: the pages stay as they are, unseen and at rest, until they sign in again. */
  isWaiting: boolean;
  locale: string;
};

/** Every page of whoever is signed in. */
export const SignedInPages = ({ of: { userId, industryId }, isWaiting, locale }: Props) => {
  const [router] = useState(newRouter);
  const whose = `${locale} ${industryId} ${userId}`;
  useKeptWhile(isWaiting);
  useFocusBack(isWaiting);
  useAskForIt(isWaiting);
  return (
    <Activity mode={isWaiting ? 'hidden' : 'visible'}>
      <RouterProvider key={whose} router={router} />
      <ConfirmPassword key={`confirm ${whose}`} />
    </Activity>
  );
};
