import { t } from 'i18next'
import { createElement } from 'react'
import type { MessageKey } from '../i18n/messageKey.ts'
import { untilHad } from '../loading/parts.ts'
import type { ToastKind } from './ToastIcon.tsx'
import classes from './toast.module.css'

/** Short messages in the corner. The library behind them loads with the first toast, not with the sign-in page. */
export const toast = {
  success: (message: MessageKey) => show(t(message), 'success'),
  failure: (message: MessageKey, options: { autoClose?: number } = {}) =>
    show(t(message), 'failure', options.autoClose),
  info: (message: MessageKey) => show(t(message), 'info'),
  /** Success message with details and a link. */
  done: (title: MessageKey, message: string, action: ToastAction) =>
    show(message, 'success', ACTION_SHOWN_MS, { title: t(title), action }),
  /** Shows a translated sentence that contains values. */
  showText: (sentence: string, kind: ToastKind) => show(sentence, kind),
  /** Keeps a failure off the corner while a part of the page shows its sentence; returns a function that ends this. */
  cover(sentence: string) {
    covered.push(sentence)
    if (wanted)
      void load().then(
        ([{ notifications }]) => isCovered(sentence) && notifications.hide(`failure:${sentence}`),
      )
    return () => void covered.splice(covered.indexOf(sentence), 1)
  },
  /** Loads the library before the first toast, which may report that the server is away. */
  prepare: () => void load(),
  wanted: () => wanted,
  onFirst: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

interface ToastAction {
  label: string
  onClick: () => void
}
const ACTION_SHOWN_MS = 10_000

/** Sentences of failures that parts of the page show. */
const covered: string[] = []
const isCovered = (sentence: string) => covered.includes(sentence)

let wanted = false
const listeners = new Set<() => void>()

function load() {
  wanted = true
  for (const listener of listeners) listener()
  return untilHad(() => Promise.all([import('@mantine/notifications'), import('./ToastIcon.tsx')]))
}

async function show(
  message: string,
  kind: ToastKind,
  autoClose = 5000,
  more?: { title: string; action: ToastAction },
) {
  const [{ notifications, notificationsStore }, { ToastIcon }] = await load()
  if (kind === 'failure' && isCovered(message)) return
  // One message is shown at a time, and others wait. A success replaces every message. A failure replaces a success
  // and goes before news.
  const { notifications: shown } = notificationsStore.getState()
  if (kind === 'success') notifications.clean()
  if (kind === 'failure')
    for (const { id, className } of shown) if (id && className === classes.success) notifications.hide(id)
  // Equal messages share one toast, for example ten plots that fail together.
  notifications.show({
    id: `${kind}:${message}`,
    message: more ? withAction(message, more.action) : message,
    ...(more ? { title: more.title } : {}),
    className: classes[kind] ?? '',
    priority: kind === 'failure' ? 1 : 0,
    autoClose,
    closeButtonProps: { 'aria-label': t('common.close') },
    icon: createElement(ToastIcon, { kind }),
  })
}

function withAction(message: string, { label, onClick }: ToastAction) {
  const button = createElement('button', { type: 'button', className: classes.action, onClick }, label)
  return createElement('span', { className: classes.withAction }, message, button)
}
