import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from './FormDialog.tsx'
import { useAsksFirst } from './useAsksFirst.ts'

interface Guarded {
  changed: boolean
  /** Whether the address still shows what was changed. */
  within: (next: { pathname: string; search: object }) => boolean
}

/**
 * Asks before changes are left behind; what has been saved or deleted leaves with `ignoreBlocker`. A dialog that is
 * guarded shows the question in its own place while it `asks`.
 */
export function useUnsavedGuard({ changed, within }: Guarded): { asks: boolean; question: ReactNode } {
  const { t } = useTranslation()
  const asksFirst = useAsksFirst(changed)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => changed && !within(next) && asksFirst(),
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  const asks = blocker.status === 'blocked'
  return {
    asks,
    question: asks && (
      <FormDialog
        title={t('common.unsavedTitle')}
        submit={t('common.discard')}
        danger
        isGuarded
        onSubmit={blocker.proceed}
        onClose={blocker.reset}
      >
        <p>{t('common.unsavedText')}</p>
      </FormDialog>
    ),
  }
}
