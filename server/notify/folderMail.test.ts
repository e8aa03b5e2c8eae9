import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderMail } from './folderMail.ts'

test('keeps mails and reads them back, newest first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mail = folderMail(folder, 'Taffrail <taffrail@localhost>')
  const link = `http://localhost:3000/reset-password?token=${'a=b&'.repeat(40)}`
  await mail.send({ to: 'a@one.example', subject: 'First', text: 'ahoy\n' })
  await mail.send({ to: 'b@one.example', subject: 'Second', text: `Jón, öppna\n${link}\n` })
  const kept = (await mail.kept?.()) ?? []
  expect(kept.map(({ to, subject }) => [to, subject])).toEqual([
    ['b@one.example', 'Second'],
    ['a@one.example', 'First'],
  ])
  expect(kept[0]?.text).toContain('Jón, öppna')
  expect(kept[0]?.text).toContain(link)
})

test('states that the mail is automatic, and where to stop it by one post', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mail = folderMail(folder, 'Taffrail <taffrail@localhost>')
  const unsubscribe = 'https://boats.example/unsubscribe/abc.def'
  await mail.send({ to: 'a@one.example', subject: 'Alert', text: 'ahoy', unsubscribe })
  const [name = ''] = await readdir(folder)
  const eml = (await readFile(join(folder, name), 'utf8')).replace(/\r\n[ \t]+/g, ' ')
  expect(eml).toContain('Auto-Submitted: auto-generated')
  expect(eml).toContain(`List-Unsubscribe: <${unsubscribe}>`)
  expect(eml).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('reads back the text of a mail with pictures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mail = folderMail(folder, 'Taffrail <taffrail@localhost>')
  await mail.send({
    ...{ to: 'a@one.example', subject: 'Third', text: 'Högg upp á 3,9 g\n\nÞað var allt\n' },
    html: '<p>Högg</p><img src="cid:track">',
    pictures: [{ name: 'track', png: Buffer.from('png') }],
  })
  const [kept] = (await mail.kept?.()) ?? []
  expect(kept?.text.trim()).toBe('Högg upp á 3,9 g\n\nÞað var allt')
})
