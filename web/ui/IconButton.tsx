import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'

type Props = Omit<ActionIconProps, 'children'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'children'> & {
    /** Name of the button, in its tooltip and for screen readers. */
    label: string
    icon: TablerIcon
  }

export function IconButton({ label, icon, ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest}>
        <Icon of={icon} />
      </ActionIcon>
    </Tooltip>
  )
}
