import { type ChangeEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import classes from './controls.module.css'

interface Props {
  length: number
  /** Letters and digits, at most `length` of them. */
  value: string
  wrong: boolean
  labelOf: (index: number) => string
  onChange: (value: string) => void
  /** Lets the parent move the cursor back to the first place. */
  ref?: Ref<{ focus: () => void }>
}

const OTHERS = /[^a-z\d]/gi

/** One place for each character of a code. Pasted and auto-filled text may contain the whole code. */
export function CodeField({ length, value, wrong, labelOf, onChange, ref }: Props) {
  const places = useRef<(HTMLInputElement | null)[]>([])
  const goTo = (index: number) => places.current[Math.max(0, Math.min(index, length - 1))]?.focus()
  useImperativeHandle(ref, () => ({ focus: () => goTo(0) }))

  /** Puts typed characters at this place and after it; empty places before it close up. */
  function put(index: number, typed: string) {
    const entered = typed.replace(OTHERS, '')
    const start = Math.min(index, value.length)
    const next = (value.slice(0, start) + entered + value.slice(start + (entered.length || 1))).slice(
      0,
      length,
    )
    onChange(next)
    if (entered !== '') goTo(start + entered.length)
  }

  function change({ currentTarget }: ChangeEvent<HTMLInputElement>, index: number) {
    const typed = currentTarget.value
    const before = value[index] ?? ''
    // A second character typed into a place replaces the first.
    const isReplaced = typed.length === 2 && before !== '' && typed.includes(before)
    put(index, isReplaced ? typed.replace(before, '') || before : typed)
  }

  function press(event: KeyboardEvent<HTMLInputElement>, index: number) {
    const { key, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    const isHandled = ['ArrowLeft', 'ArrowRight', ' ', 'Backspace', 'Delete'].includes(key)
    if (isHandled) event.preventDefault()
    if (key === 'ArrowLeft') goTo(index - 1)
    if (key === 'ArrowRight' || key === ' ') goTo(index + 1)
    if (key === 'Delete') put(index, '')
    if (key === 'Backspace') {
      if (value[index]) put(index, '')
      goTo(index - 1)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere
    <div className={classes.code} role="group" dir="ltr">
      {Array.from({ length }, (_, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: places never move
          key={index}
          ref={(place) => {
            places.current[index] = place
          }}
          className={`${classes.input} ${classes.digit}`}
          value={value[index] ?? ''}
          aria-label={labelOf(index)}
          aria-invalid={wrong}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change(event, index)}
          onKeyDown={(event) => press(event, index)}
          onPaste={(event) => {
            event.preventDefault()
            put(index, event.clipboardData.getData('text/plain'))
          }}
        />
      ))}
    </div>
  )
}
