import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../../../devices/devices.module.css'
import type { usePairByCode } from './usePairByCode.ts'

/** More characters than a code, so that a pasted code with spaces fits and a longer one gets a message. */
const MOST_TYPED = 20

export function CodeField({ pairing }: { pairing: ReturnType<typeof usePairByCode> }) {
  const { t } = useTranslation()
  return (
    <TextInput
      name="pairing_code"
      className={classes.code ?? ''}
      label={t('pairing.code')}
      description={t(pairing.mustConfirm ? 'pairing.codeIsGood' : 'pairing.codeHint')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={MOST_TYPED}
      aria-required
      // A disabled field loses the focus, and a user who mistyped would have to find it again.
      readOnly={pairing.isPending}
      value={pairing.code}
      error={pairing.problem}
      onChange={({ currentTarget }) => pairing.type(currentTarget.value)}
    />
  )
}
