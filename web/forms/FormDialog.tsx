import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../ui/usePhone.ts'
import classes from './FormDialog.module.css'
import { useAsksFirst } from './useAsksFirst.ts'

interface Props {
  title: string
  onClose: () => void
  /** Text of the submit button: `Create department`. Without it the dialog can only be closed. */
  submit?: string | undefined
  danger?: boolean
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  pending?: boolean
  /** True while there is nothing to send. */
  idle?: boolean
  /**
   * True when closing would lose input. Without the property, typing or choosing in a dialog with `submit` counts as
   * input.
   */
  changed?: boolean | undefined
  size?: number
  /** True to lie above overlays that cover the whole page, such as the helm. */
  isAbove?: boolean
  /** The component that opened the dialog asks before input is lost. */
  isGuarded?: boolean
  children: ReactNode
}

const OPTION = '[role=option]'
/** Day of a calendar, or the button below the calendar that applies a range. */
const DAY = 'td button, [type=submit]'

/** Time within which a dialog closes after its form was saved, ms. */
const CLOSES_WITHIN_MS = 1000

/** z-index above the helm, which is at 300 like a menu of the library. */
const ABOVE_ALL = 400

/** A dialog with its action at the bottom; on a phone it is a sheet as high as the screen. */
export function FormDialog(props: Props) {
  const { title, onClose, submit, danger = false, onSubmit, children } = props
  const { pending = false, idle = false, size = 440, isAbove = false, isGuarded = false } = props
  const { changed } = props
  const { t } = useTranslation()
  const phone = usePhone()
  const fields = useRef<HTMLDivElement>(null)
  const place = useCallback((node: HTMLDivElement | null) => {
    fields.current = node
    focusFirst(node)
  }, [])
  const holdsFocus = useHeldFocus(fields)
  useFocusBack()
  const [typed, setTyped] = useState(false)
  const [asks, setAsks] = useState(false)
  const isChanged = !isGuarded && (changed ?? (Boolean(submit) && typed))
  const isDirty = isChanged && !pending
  const isTop = useTopDialog()
  const asksFirst = useAsksFirst(isChanged)
  /** True when the user agreed to close the dialog. */
  const isLeaving = useRef(false)
  const isSent = useSent(pending)
  // A link of the command palette and the browser's Back close the dialog as Escape does.
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && !isLeaving.current && !isSent.current && asksFirst(),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  const leave = () => {
    if (pending) return
    isLeaving.current = true
    onClose()
  }
  const discard = () => {
    if (!isBlocked) return leave()
    isLeaving.current = true
    blocker.proceed()
  }
  const keep = () => {
    setAsks(false)
    if (isBlocked) blocker.reset()
  }
  // Escape, the close button and a click beside the dialog are easily hit by mistake; Cancel is intended.
  const leaveUnlessDirty = () => {
    if (!isTop()) return
    if (isBlocked) keep()
    else if (isDirty) setAsks(!asks)
    else leave()
  }
  const asksNow = asks || isBlocked
  return (
    <Modal
      opened
      onClose={leaveUnlessDirty}
      title={title}
      size={size}
      trapFocus={holdsFocus}
      fullScreen={phone}
      {...(isAbove && { zIndex: ABOVE_ALL })}
      closeButtonProps={{ 'aria-label': t('common.close'), disabled: pending }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the library clicks an option that a key chooses */}
      <form
        className={classes.form}
        noValidate
        onInput={() => setTyped(true)}
        // Choosing an option or a day counts as input, although lists and calendars lie elsewhere in the document.
        onClick={({ target, currentTarget }) => {
          const chooses = currentTarget.contains(target as Node) ? OPTION : `${OPTION}, ${DAY}`
          if (target instanceof Element && target.closest(chooses)) setTyped(true)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // React passes events from a dialog to the form that contains it in the component tree.
          event.stopPropagation()
          if (pending || idle) return
          isSent.current = true
          onSubmit?.(event)
        }}
      >
        <div className={classes.fields} ref={place}>
          {children}
        </div>
        {asksNow && <DiscardQuestion onKeep={keep} onDiscard={discard} />}
        {submit && !asksNow && (
          <div className={classes.buttons}>
            <Button variant="default" onClick={leave} disabled={pending}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pending} disabled={idle} className={danger ? classes.danger : ''}>
              {submit}
            </Button>
          </div>
        )}
      </form>
    </Modal>
  )
}

/**
 * True after a form was sent, until its answer had time to close the dialog, which may change the address. A failed save
 * closes nothing.
 */
function useSent(pending: boolean): RefObject<boolean> {
  const isSent = useRef(false)
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') isSent.current = false
      }),
    [queries],
  )
  useEffect(() => {
    if (pending) return
    const timer = setTimeout(() => {
      isSent.current = false
    }, CLOSES_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return isSent
}

/** Takes the place of the buttons: a second dialog over this one would receive the same keys. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <div className={classes.buttons} role="alert">
      <p className={classes.question}>{t('common.unsavedText')}</p>
      <Button variant="default" ref={focusInPlace} onClick={onKeep}>
        {t('common.keepEditing')}
      </Button>
      <Button className={classes.danger} onClick={onDiscard}>
        {t('common.discard')}
      </Button>
    </div>
  )
}

const focusInPlace = (node: HTMLElement | null) => node?.focus({ preventScroll: true })

/** Last focused element outside menus and dialogs, whose elements disappear when they close. */
let lastOutside: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=dialog], [role=menu]')) lastOutside = target
})

/**
 * A dialog with its own address disappears with the address, too early for the library to return the focus. If the
 * opener was a menu or a loading dialog, the last element outside gets the focus.
 */
function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isThere = opener?.isConnected && opener !== document.body && !opener.closest('[role=menu]')
      const target = isThere ? opener : document.querySelector('[role=dialog]') ? null : lastOutside
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** Dialogs that are open, the topmost last. */
const open: object[] = []

/**
 * Returns a test whether the dialog is the topmost, because each open dialog receives every Escape. A closing dialog
 * counts until the key event has ended.
 */
function useTopDialog(): () => boolean {
  const [own] = useState(() => ({}))
  useEffect(() => {
    open.push(own)
    return () => {
      setTimeout(() => open.splice(open.indexOf(own), 1))
    }
  }, [own])
  return () => open.at(-1) === own
}

/**
 * True while the dialog traps the focus: not while a dialog above it has the focus. When that dialog closes, the
 * focus returns to its opener, which is marked as the place for the focus instead of the first field.
 */
function useHeldFocus(fields: RefObject<HTMLElement | null>): boolean {
  const [holds, setHolds] = useState(true)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const own = fields.current?.closest('[role=dialog]')
      if (!own || !(target instanceof Element)) return
      if (!own.contains(target)) {
        if (target.closest('[role=dialog]')) setHolds(false)
        return
      }
      for (const first of own.querySelectorAll('[data-autofocus]')) first.removeAttribute('data-autofocus')
      target.setAttribute('data-autofocus', '')
      setHolds(true)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [fields])
  return holds
}

/** Focuses the first field of the dialog, or the chosen option in it, instead of the close button. */
function focusFirst(fields: HTMLElement | null) {
  fields
    ?.querySelector('input:not([type=file], [type=hidden]), [role=radio][aria-checked=true]')
    ?.setAttribute('data-autofocus', '')
}
