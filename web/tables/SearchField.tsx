import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import classes from './ListPage.module.css'
import type { ListAddress } from './useListAddress.ts'

const TYPING_PAUSE_MS = 250

/** Search field that applies a moment after the last letter. */
export function SearchField({ label, address }: { label: string; address: ListAddress }) {
  const asked = address.search.q ?? ''
  const [typed, setTyped] = useState(asked)
  const [followed, setFollowed] = useState(asked)
  const ask = useDebouncedCallback(
    (q: string) => address.change({ q: q.trim() || undefined }),
    TYPING_PAUSE_MS,
  )
  // The address changed by Back or Reset.
  if (asked !== followed) {
    setFollowed(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<Icon of={IconSearch} size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value)
      }}
    />
  )
}
