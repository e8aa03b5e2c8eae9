import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A key and a certificate for a name, signed with that key, as two files of a folder; needs openssl. */
export function makeTestCertificate(folder: string, name = 'localhost') {
  const [cert, key] = [join(folder, 'own.pem'), join(folder, 'own.key')]
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const files = ['-keyout', key, '-out', cert]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...about, ...files],
    {
      stdio: 'ignore',
    },
  )
  return { cert, key }
}
