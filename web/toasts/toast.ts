import { t } from 'i18next'
import { createElement } from 'react'
import type { MessageKey } from '../i18n/messageKey.ts'
import { untilHad } from '../loading/parts.ts'
import type { ToastKind } from './ToastIcon.tsx'
import classes from './toast.module.css'

/** Short news in the corner. The library behind it loads with the first toast, not with the sign-in page. */
export const toast = {
  success: (message: MessageKey) => show(t(message), 'success'),
  failure: (message: MessageKey, options: { autoClose?: number } = {}) =>
    show(t(message), 'failure', options.autoClose),
  info: (message: MessageKey) => show(t(message), 'info'),
  /** For sentences with values in them. */
  say: (sentence: string, kind: ToastKind) => show(sentence, kind),
  /** Loads the library ahead of the first toast, which may have to say that the server is away. */
  prepare: () => void load(),
  wanted: () => wanted,
  onFirst: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let wanted = false
const listeners = new Set<() => void>()

function load() {
  wanted = true
  for (const listener of listeners) listener()
  return untilHad(() => Promise.all([import('@mantine/notifications'), import('./ToastIcon.tsx')]))
}

async function show(message: string, kind: ToastKind, autoClose = 5000) {
  const [{ notifications }, { ToastIcon }] = await load()
  const className = classes[kind] ?? ''
  // The same sentence twice is one toast: ten charts that fail together say so once.
  notifications.show({
    id: `${kind}:${message}`,
    message,
    className,
    autoClose,
    closeButtonProps: { 'aria-label': t('common.close') },
    icon: createElement(ToastIcon, { kind }),
  })
}
