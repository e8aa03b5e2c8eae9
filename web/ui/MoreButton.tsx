import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'
import classes from './MoreButton.module.css'
import { usePhone } from './usePhone.ts'

/** Button that opens the menu of a page's record. */
export function MoreButton({
  label,
  ...rest
}: { label: string } & Omit<ComponentPropsWithRef<'button'>, 'children' | 'color' | 'style' | 'disabled'>) {
  const phone = usePhone()
  return (
    <ActionIcon {...rest} variant={phone ? 'subtle' : 'default'} className={classes.more} aria-label={label}>
      <Icon of={IconDots} />
    </ActionIcon>
  )
}
