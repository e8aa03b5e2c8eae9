import { Tooltip } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './BackLink.module.css'
import { Icon } from './Icon.tsx'

/** Link from a record back to its list; on a phone the top bar has one. */
export const BackLink = createLink(
  ({ label, href, ...rest }: { label: string } & Omit<ComponentPropsWithRef<'a'>, 'children'>) => (
    <Tooltip label={label}>
      <a {...rest} href={href} className={classes.back} aria-label={label}>
        <Icon of={IconArrowLeft} size={16} />
      </a>
    </Tooltip>
  ),
)
