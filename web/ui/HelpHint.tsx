import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { visit } from '../session/visit.ts'
import { Icon } from './Icon.tsx'
import type { NumberSection } from './numberSections.ts'

interface Props {
  /** Subject of the numbers beside the hint; part of its name, because a page may have several hints. */
  about: string
  section: NumberSection
  /** Short explanation in the tooltip, for a reader who stays on the page. */
  hint?: string
}

/** Link beside a heading to the explanation of the numbers below. */
export function HelpHint({ about, section, hint }: Props) {
  const { t } = useTranslation()
  // Only signed-in users can open the help.
  if (visit.token() !== null) return null
  const name = t('resources.howNumbers', { about })
  return (
    <Tooltip label={hint ? `${hint} ${t('resources.howNumbersMore')}` : name} multiline maw={320}>
      <IconLink
        to="/resources/help/$slug"
        params={{ slug: 'numbers' }}
        hash={section}
        aria-label={name}
        data-paper="none"
      >
        <Icon of={IconHelp} size={16} />
      </IconLink>
    </Tooltip>
  )
}

const IconLink = createLink((props: ActionIconProps & Omit<ComponentPropsWithRef<'a'>, 'color'>) => (
  <ActionIcon component="a" size={28} {...props} />
))
