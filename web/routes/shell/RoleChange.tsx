import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { RoleChangeForm } from './RoleChangeForm.tsx'

export function RoleChange({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const [opened, popover] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onDismiss={popover.close}
      position="bottom-end"
      width={272}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          fullWidth
          leftSection={<Icon of={IconUserShare} size={16} />}
          onClick={popover.toggle}
        >
          {t('super.changeRole')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('super.changeRole')}>
        <RoleChangeForm onChanged={onChanged} />
      </Popover.Dropdown>
    </Popover>
  )
}
