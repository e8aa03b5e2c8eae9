import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListSearch } from '../searchParameters.ts'
import classes from './ListPage.module.css'
import type { ListAddress } from './useListAddress.ts'

interface Props {
  label: string
  /** Which part of the address it sets. */
  name: Exclude<keyof ListSearch, 'page' | 'size' | 'supers'>
  address: ListAddress
  options: readonly { value: string; label: string }[]
}

/** Leaves only the rows with one value; long lists can be searched. */
export function ChoiceFilter({ label, name, address, options }: Props) {
  const { t } = useTranslation()
  return (
    <Select
      className={classes.field}
      aria-label={label}
      placeholder={label}
      data={options}
      value={address.search[name] ?? null}
      onChange={(value) => address.change({ [name]: value ?? undefined })}
      searchable={options.length > 8}
      clearable
      nothingFoundMessage={t('palette.nothing')}
    />
  )
}
