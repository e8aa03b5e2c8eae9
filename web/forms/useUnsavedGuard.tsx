import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from './FormDialog.tsx'
import { useAsksFirst } from './useAsksFirst.ts'

interface Guarded {
  changed: boolean
  /** True when the next address still shows the changed values. */
  within: (next: { pathname: string; search: object }) => boolean
}

/**
 * Asks before unsaved changes are discarded; navigation after saving or deleting uses `ignoreBlocker`. A guarded
 * dialog shows the question itself while `asks` is true.
 */
export function useUnsavedGuard({ changed, within }: Guarded): { asks: boolean; question: ReactNode } {
  const { t } = useTranslation()
  const asksFirst = useAsksFirst(changed)
  /** True after the user agreed to discard: the page stays while the next one loads, and must not ask again. */
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!changed) isLeaving.current = false
  }, [changed])
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => changed && !isLeaving.current && !within(next) && asksFirst(),
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  const asks = blocker.status === 'blocked'
  const proceed = () => {
    isLeaving.current = true
    blocker.proceed?.()
  }
  return {
    asks,
    question: asks && (
      <FormDialog
        title={t('common.unsavedTitle')}
        submit={t('common.discard')}
        danger
        isGuarded
        onSubmit={proceed}
        onClose={blocker.reset}
      >
        <p>{t('common.unsavedText')}</p>
      </FormDialog>
    ),
  }
}
