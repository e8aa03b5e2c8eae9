import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NamesState } from '../loading/namesState.ts'
import type { ListSearch } from '../searchParameters.ts'
import classes from './ListPage.module.css'
import type { ListAddress } from './useListAddress.ts'
import { withChosen } from './withChosen.ts'

interface Props {
  label: string
  /** Search parameter that the filter sets. */
  name: Exclude<keyof ListSearch, 'page' | 'size' | 'supers'>
  address: ListAddress
  options: readonly { value: string; label: string }[]
  /** Loading state of the options. */
  names?: NamesState
}

/** Filter for rows with one value; long lists of options can be searched. */
export function ChoiceFilter({ label, name, address, options, names = 'known' }: Props) {
  const { t } = useTranslation()
  return (
    <Select
      className={classes.field}
      aria-label={label}
      placeholder={label}
      data={withChosen(options, address.search[name], names)}
      value={address.search[name] ?? null}
      onChange={(value) => address.change({ [name]: value ?? undefined })}
      searchable={options.length > 8}
      clearable
      nothingFoundMessage={t('palette.nothing')}
    />
  )
}
