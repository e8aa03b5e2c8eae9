import { Button } from '@mantine/core'
import { IconMapPins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Areas.module.css'

/** Link to areas with harbour detail, for users who may add one: all users of the installation share the map. */
export function AreasSettings({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  if (useUser().role_id !== 'super-admin') return null
  return (
    <section>
      <h3>{t('areas.title')}</h3>
      <p className={classes.hint}>{t('areas.why')}</p>
      <Button
        mt={10}
        variant="default"
        size="xs"
        leftSection={<Icon of={IconMapPins} size={16} />}
        onClick={onOpen}
      >
        {t('areas.open')}
      </Button>
    </section>
  )
}
