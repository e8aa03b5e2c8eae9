import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationChoicesQuery, switchOrganization } from '../../api/super.ts'
import { useUser } from '../../api/user.ts'
import { toast } from '../../toasts/toast.ts'
import { copyText } from '../../ui/copyText.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { RoleChange } from './RoleChange.tsx'
import classes from './UserMenu.module.css'

const TYPING_PAUSE_MS = 250

/** Choice of a super user's organization and role. */
export function SuperControls({ onSwitched }: { onSwitched: () => void }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed === company.name ? '' : typed, TYPING_PAUSE_MS)
  const organizations = useQuery({ ...organizationChoicesQuery(wanted), placeholderData: keepPreviousData })
  const choices = organizations.data?.data ?? []
  const offered = choices.some(({ id }) => id === company.id) ? choices : [company, ...choices]

  const move = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => switchOrganization(id),
    onSuccess: (_, { name }) => {
      toast.showText(t('super.switched', { organization: name }), 'success')
      onSwitched()
      void navigate({ to: '/map', search: {} })
    },
    meta: { errorMessage: 'super.organizationFailed' },
  })
  const choose = (id: string | null) => {
    const chosen = offered.find((organization) => organization.id === id)
    if (chosen && chosen.id !== company.id) move.mutate(chosen)
  }
  const copy = async () => {
    const copied = await copyText(company.id)
    if (copied) toast.success('super.copied')
    else toast.failure('super.copyFailed')
  }
  return (
    <div className={classes.super}>
      <div className={classes.viewingAs}>
        <Select
          label={t('super.viewingAs')}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={move.isPending ? (move.variables?.id ?? company.id) : company.id}
          onChange={choose}
          onSearchChange={setTyped}
          searchable
          allowDeselect={false}
          disabled={move.isPending}
          nothingFoundMessage={t('palette.nothing')}
          maxDropdownHeight={240}
          comboboxProps={{ withinPortal: false }}
        />
        <IconButton icon={IconCopy} label={t('super.copyId')} onClick={copy} />
      </div>
      <RoleChange onChanged={onSwitched} />
    </div>
  )
}
