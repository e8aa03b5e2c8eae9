import { useMantineColorScheme } from '@mantine/core'
import { openSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconLayoutSidebar, IconLock, IconMoonStars, IconSearch, IconSpeedboat } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayDo } from '#contract/permissions.ts'
import { useUser } from '../../api/user.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { navigation } from '../navigation.ts'
import classes from './Palette.module.css'

export const openPalette = () => openSpotlight()

/** Everything reachable by typing its name. Ctrl/Cmd+K opens it anywhere. */
export function Palette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const vessels = useVessels((states) => states.all())

  const pages = navigation
    .filter(({ gate }) => gate?.(user) ?? true)
    .map(({ path, title, icon, permission }) => {
      const locked = permission !== undefined && !mayDo(user.permissions, permission, user.department_id)
      return {
        id: path,
        label: t(title),
        disabled: locked,
        ...(locked ? { description: t('nav.locked') } : {}),
        leftSection: <Icon of={icon} />,
        rightSection: locked ? <Icon of={IconLock} size={16} /> : null,
        onClick: () => navigate({ to: path }),
      }
    })
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.pages'), actions: pages },
    {
      group: t('palette.actions'),
      actions: [
        {
          id: 'theme',
          label: t('palette.toggleTheme'),
          leftSection: <Icon of={IconMoonStars} />,
          onClick: toggleColorScheme,
        },
        {
          id: 'sidebar',
          label: t('nav.collapse'),
          leftSection: <Icon of={IconLayoutSidebar} />,
          onClick: onToggleSidebar,
        },
      ],
    },
    {
      group: t('palette.vessels'),
      actions: vessels.map(({ id, name, status }) => ({
        id,
        label: name,
        keywords: plainLetters(name),
        leftSection: <Icon of={IconSpeedboat} />,
        rightSection: <span className={classes.aside}>{t(`status.${status}`)}</span>,
        onClick: () => navigate({ to: '/map', search: { vessel: id } }),
      })),
    },
  ]
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      nothingFound={t('palette.nothing')}
      highlightQuery
      limit={60}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      scrollable
      maxHeight={420}
      classNames={classes}
      searchProps={{
        leftSection: <Icon of={IconSearch} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('top.search'),
      }}
    />
  )
}

/** Who types Saefari means Sæfari: accents fall off by themselves, the other letters of the north are spelled out. */
function plainLetters(name: string): string {
  const spelled = name.replace(/[æðþøåß]/gi, (letter) => SPELLED[letter.toLowerCase()] ?? letter)
  return spelled.normalize('NFD').replace(/\p{M}/gu, '')
}
const SPELLED: Record<string, string> = { æ: 'ae', ð: 'd', þ: 'th', ø: 'o', å: 'a', ß: 'ss' }
