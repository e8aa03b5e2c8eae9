import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './Segment.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; count?: number | undefined }[]
  fullWidth?: boolean
  small?: boolean
}

/** Choice of a few modes, all visible. */
export function Segment<Value extends string>({
  label,
  value,
  onChange,
  options,
  fullWidth = false,
  small = false,
}: Props<Value>) {
  const formats = useFormats()
  return (
    <SegmentedControl
      aria-label={label}
      fullWidth={fullWidth}
      {...(fullWidth ? { w: '100%' } : {})}
      {...(small ? { size: 'xs' } : {})}
      value={value}
      onChange={(next) => onChange(next as Value)}
      data={options.map((option) => ({
        value: option.value,
        label:
          option.count === undefined ? (
            option.label
          ) : (
            <span className={classes.counted}>
              {option.label}
              <span className={classes.count}>{formats.number(option.count)}</span>
            </span>
          ),
      }))}
    />
  )
}
