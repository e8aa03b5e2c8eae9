import { Button, Modal } from '@mantine/core'
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
  /** Nothing has been chosen yet that could be sent. */
  idle?: boolean
  /** Something would be lost by leaving; without it what was typed and chosen in a dialog with `submit` decides. */
  changed?: boolean | undefined
  size?: number
  /** Above what covers the whole page as well, as the helm does. */
  isAbove?: boolean
  /** The component that opened the dialog asks before input is lost. */
  isGuarded?: boolean
  children: ReactNode
}

const OPTION = '[role=option]'
/** A day of a calendar, or the button below it that applies a range. */
const DAY = 'td button, [type=submit]'

/** A dialog whose form was stored is closed within this time. */
const CLOSES_WITHIN_MS = 1000

/** The helm lies at 300, where a menu of the library does. */
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
  /** The dialog closes with the consent of the person. */
  const isLeaving = useRef(false)
  const isSent = useSent(pending)
  // A link of the command palette and the browser's Back leave the dialog as Escape does.
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
  const keep = () => {
    setAsks(false)
    if (isBlocked) blocker.reset()
  }
  // Escape, the cross and a click beside it are easily hit by mistake; Cancel is meant.
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
        // An option or a day that is chosen is no input; lists and calendars lie elsewhere in the document.
        onClick={({ target, currentTarget }) => {
          const chooses = currentTarget.contains(target as Node) ? OPTION : `${OPTION}, ${DAY}`
          if (target instanceof Element && target.closest(chooses)) setTyped(true)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // React lets events through from a dialog to the form that it was opened from.
          event.stopPropagation()
          if (pending || idle) return
          isSent.current = true
          onSubmit?.(event)
        }}
      >
        <div className={classes.fields} ref={place}>
          {children}
        </div>
        {asksNow && <DiscardQuestion onKeep={keep} onDiscard={isBlocked ? blocker.proceed : leave} />}
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

/** True from the moment a form is sent until its answer has had the time to close the dialog, which may change the address. */
function useSent(pending: boolean): RefObject<boolean> {
  const isSent = useRef(false)
  useEffect(() => {
    if (pending) return
    const timer = setTimeout(() => {
      isSent.current = false
    }, CLOSES_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return isSent
}

/** In place of the buttons: a second dialog over this one would hear the same keys. */
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

/** The last element that had the focus outside of menus and dialogs, which go away with their elements. */
let lastOutside: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=dialog], [role=menu]')) lastOutside = target
})

/**
 * A dialog with an address of its own is gone with it, too soon for the library to give the focus back to what it was
 * opened from. Where that was a menu, or a dialog that was still loading, the button before it gets the focus.
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

/** Answers whether the dialog is the topmost: each hears every Escape. One that closes counts until the key is done with. */
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
 * Whether the tabulator stays within the dialog: not while something has opened over it, or it would be called back from
 * there. Once the focus comes back, it is where it came from that has it, and not the first field again.
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

/** The dialog's focus goes to its first field, or to what is chosen of it, rather than to the cross that closes it. */
function focusFirst(fields: HTMLElement | null) {
  fields
    ?.querySelector('input:not([type=file], [type=hidden]), [role=radio][aria-checked=true]')
    ?.setAttribute('data-autofocus', '')
}
