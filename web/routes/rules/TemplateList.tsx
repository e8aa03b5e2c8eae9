import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainLetters } from '#contract/text/plainLetters.ts'
import { RULE_TEMPLATES, type RuleTemplate } from '#contract/wire/ruleTemplates.ts'
import { formOf, ofTemplate } from '../../rules/ruleDraft.ts'
import { useRuleSentence } from '../../rules/useRuleSentence.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import classes from './TemplateList.module.css'

/** Templates for common rules, each with the condition that it checks. */
export function TemplateList({ onChoose }: { onChoose: (template: RuleTemplate) => void }) {
  const { t } = useTranslation()
  const sentence = useRuleSentence()
  const [sought, setSought] = useState('')
  const found = RULE_TEMPLATES.map((template) => {
    const text = sentence(formOf(ofTemplate(template, '', '')))
    const hint = template.inFences ? `${text}, ${t('rules.inFences')}` : text
    return { template, name: t(`rules.templates.${template.id}`), hint }
  }).filter(({ name, hint }) => plainLetters(`${name} ${hint}`).includes(plainLetters(sought.trim())))
  return (
    <section className={classes.templates} aria-label={t('rules.template')}>
      <TextInput
        type="search"
        label={t('rules.template')}
        description={t('rules.templateHint')}
        placeholder={t('common.search')}
        leftSection={<Icon of={IconSearch} size={16} />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        // Enter must not submit: the dialog's button would continue without a template.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.length === 0 ? (
        <p className={classes.nothing} role="status">
          {t('palette.nothing')}
        </p>
      ) : (
        <ul className={classes.templateList}>
          {found.map(({ template, name, hint }) => (
            <li key={template.id}>
              <UnstyledButton className={classes.template ?? ''} onClick={() => onChoose(template)}>
                <SeverityIcon severity={template.severity} size={16} />
                <strong>{name}</strong>
                <span>{hint}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
