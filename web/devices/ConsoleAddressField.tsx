import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress, preference, setPreference } from '../preferences/preferences.ts'
import { useConsoleAddress } from './consoleAddress.ts'

/** Asks for the address at which a boat reaches the console, where the browser's means its own computer. */
export function ConsoleAddressField() {
  const { t } = useTranslation()
  const { origin, choices } = useConsoleAddress()
  const [typed, setTyped] = useState<string | null>(null)
  if (!choices) return null
  const store = (value: string) => {
    setTyped(value)
    const address = value.trim().replace(/\/+$/, '')
    setPreference('console-address', isAddress(address) ? address : '')
  }
  const isWrong = Boolean(typed?.trim()) && preference('console-address') === ''
  return (
    <Autocomplete
      label={t('connect.address.label')}
      description={t(choices.length > 0 ? 'connect.address.choose' : 'connect.address.alone', {
        host: location.hostname,
      })}
      placeholder="http://192.168.1.20:3000"
      data={[...choices]}
      value={typed ?? origin ?? ''}
      error={isWrong && t('connect.address.wrong')}
      maxLength={200}
      autoCapitalize="none"
      spellCheck={false}
      onChange={store}
    />
  )
}
