import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#contract/text/nameOrder.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { EXPLAINED_ROLES, permissionTable } from '../../resources/permissionTable.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './ResourcesPage.module.css'

/** Permissions of each role, read from the table that the server enforces. */
export function PermissionTable() {
  const { t } = useTranslation()
  const compare = compareNames(currentLanguage())
  const rows = permissionTable().toSorted((a, b) =>
    compare(t(`permission.noun.${a.noun}`), t(`permission.noun.${b.noun}`)),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the table, which scrolls on a narrow screen
    <section className={classes.permissions} tabIndex={0} aria-label={t('resources.permission')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('resources.permission')}</th>
            {EXPLAINED_ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`roleName.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ noun, verb, may }) => (
            <tr key={`${noun} ${verb}`}>
              <th scope="row">
                <strong>{t(`permission.noun.${noun}`)}</strong> {t(`permission.verb.${verb}`)}
              </th>
              {EXPLAINED_ROLES.map((role, index) => (
                <td key={role} data-yes={may[index] || undefined}>
                  {may[index] ? (
                    <span role="img" aria-label={t('resources.yes')}>
                      <Icon of={IconCheck} size={16} />
                    </span>
                  ) : (
                    <span role="img" aria-label={t('resources.no')}>
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
