import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'

type Props = Omit<ActionIconProps, 'children'> &
  Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps | 'children'> & {
    /** Text of the tooltip, which names the link unless a longer `aria-label` does. */
    label: string
    icon: TablerIcon
  }

/** Icon that links to another address. */
export const IconLink = createLink(({ label, icon, ...rest }: Props) => (
  <Tooltip label={label}>
    <ActionIcon component="a" aria-label={label} {...rest}>
      <Icon of={icon} />
    </ActionIcon>
  </Tooltip>
))
