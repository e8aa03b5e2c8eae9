import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import { here } from '../../base.ts'
import classes from '../../ui/signedOut.module.css'

const ACCOUNT: RoleId = 'organization-admin'

/** Hint in demo mode: where codes arrive and which accounts exist. */
export function DemoHint({ password }: { password: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={classes.demo}>
      <p>
        {t('signIn.demo')}{' '}
        {password ? (
          t('signIn.demoPassword')
        ) : (
          <>
            {t('signIn.demoMail')}{' '}
            <a className={classes.link} href={here('/dev/mail')} target="_blank" rel="noreferrer">
              /dev/mail
            </a>
          </>
        )}
      </p>
      <p>
        {t('signIn.demoAccounts')} <span className={classes.whole}>{ACCOUNT}@demo.example</span>
      </p>
    </div>
  )
}
