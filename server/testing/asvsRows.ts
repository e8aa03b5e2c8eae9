/**
 * The requirements of OWASP ASVS 5.0 of levels 1 and 2, by number and in our own words. `securityPage.test.ts` writes
 * docs/asvs.md from this list, and checks that each requirement has one row and that level 1 has no gap.
 */
export interface AsvsRow {
  /** Numbers of requirements that one result answers. */
  numbers: string
  /** The requirement in one clause. */
  asks: string
  /** Cases of docs/security.md that prove it. */
  cases?: string
  /** Test files that prove it. */
  files?: readonly string[]
  /** Why no test proves it, or why it does not apply. */
  reason?: string
  /** Missing parts. */
  gap?: string
}

/** Requirements of level 1; all other rows are of level 2. */
export const LEVEL_ONE = new Set(
  [
    '1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2',
    '3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1',
    '6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3',
    '10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1',
  ].flatMap((line) => line.split(' ')),
)

const PROXY = 'The proxy of the operator ends TLS. docs/deploy.md has tested examples for nginx and Caddy.'
const NO_SERVER = 'The program is no OAuth or OpenID server.'
const ABSENT = 'The program has no such part.'

export const ASVS: Readonly<Record<string, readonly AsvsRow[]>> = {
  'V1 Encoding and sanitization': [
    { numbers: '1.1.1', asks: 'input is decoded once, before it is checked', cases: 'A1 A19 A29' },
    { numbers: '1.1.2', asks: 'text is escaped where it is written', cases: 'A22 A25' },
    {
      numbers: '1.2.1',
      asks: 'output is escaped for its place in HTML, mails and headers',
      cases: 'A22 A29',
    },
    { numbers: '1.2.2', asks: 'addresses are built from encoded parts and safe schemes', cases: 'A21 A29' },
    {
      numbers: '1.2.3',
      asks: 'data in scripts is escaped',
      files: ['server/api/console/consoleRoutes.db.test.ts'],
      cases: 'A22',
    },
    { numbers: '1.2.4', asks: 'queries take values as parameters', cases: 'A23 A24' },
    {
      numbers: '1.2.5',
      asks: 'no command line is built from input',
      reason: 'The server starts only its own workers and programs, with arguments that no caller chooses.',
    },
    { numbers: '1.2.6 1.2.7 1.2.8', asks: 'no injection into LDAP, XPath or LaTeX', reason: ABSENT },
    {
      numbers: '1.2.9',
      asks: 'patterns escape the text of callers',
      cases: 'A17',
      files: ['server/api/vessels/vessels.db.test.ts'],
    },
    {
      numbers: '1.3.1 1.3.5',
      asks: 'HTML, Markdown and styles of users are sanitized',
      reason: 'Users write plain text alone, which React and the mails escape (A22).',
    },
    {
      numbers: '1.3.2',
      asks: 'no code is made from text',
      reason:
        'No source calls `eval` or `Function`, and the content security policy forbids both in the browser.',
    },
    { numbers: '1.3.3', asks: 'input is cut and cleaned before a dangerous use', cases: 'A19 A29 A35' },
    { numbers: '1.3.4', asks: 'drawings with scripts are cleaned', cases: 'A19' },
    {
      numbers: '1.3.6',
      asks: 'the server calls no address of a caller inside its own network',
      cases: 'A21',
    },
    {
      numbers: '1.3.7',
      asks: 'no template is built from input',
      reason:
        'Sentences of mails and documents are files of the program; `fill` replaces their blanks once (A22).',
    },
    { numbers: '1.3.8 1.3.9', asks: 'no injection into JNDI or memcache', reason: ABSENT },
    { numbers: '1.3.10', asks: 'no format string comes from a caller', reason: ABSENT },
    { numbers: '1.3.11', asks: 'no value adds a header or recipient to a mail', cases: 'A22 A29' },
    {
      numbers: '1.4.1 1.4.2 1.4.3',
      asks: 'memory is handled safely',
      reason:
        'The source is JavaScript. Native readers of uploads run in workers with bounds (docs/uploads.md).',
    },
    { numbers: '1.5.1', asks: 'XML readers resolve no outer entity', cases: 'A26' },
    { numbers: '1.5.2', asks: 'data becomes objects of known shape alone', cases: 'A27 F16' },
  ],
  'V2 Validation and business logic': [
    {
      numbers: '2.1.1 2.1.2',
      asks: 'documents define valid input',
      files: ['server/api/openApi/openApi.db.test.ts', 'server/api/endpoints.test.ts'],
    },
    {
      numbers: '2.1.3',
      asks: 'documents define limits of use',
      reason:
        'The documents docs/uploads.md, the page of the public API and docs/roles.md list them. The tests of A7, A13, A26 and A28 hold them.',
    },
    {
      numbers: '2.2.1 2.2.2 2.2.3',
      asks: 'the server checks each value, and values together',
      cases: 'A3 A4 A28',
      files: ['server/api/attacks/paths.db.test.ts'],
    },
    { numbers: '2.3.1', asks: 'steps follow their order', cases: 'A7 A14 A20' },
    { numbers: '2.3.2', asks: 'limits of use hold', cases: 'A7 A13 A14 A28 A32' },
    {
      numbers: '2.3.3',
      asks: 'a change succeeds whole or not at all',
      cases: 'F2 F8',
      files: ['server/processing/loop/faults.db.test.ts'],
    },
    { numbers: '2.3.4', asks: 'nothing limited is given twice', cases: 'A7 A13 A14' },
    {
      numbers: '2.4.1',
      asks: 'excessive calls are bounded',
      cases: 'A28 A32',
      files: ['server/stores/columns/clientPool.test.ts'],
    },
  ],
  'V3 Web frontend': [
    { numbers: '3.2.1', asks: 'no file or answer is shown as a page by mistake', cases: 'A19 A20' },
    { numbers: '3.2.2', asks: 'text is shown as text', cases: 'A22' },
    {
      numbers: '3.3.1 3.3.3',
      asks: 'cookies are secure and bound to their host by name',
      files: ['server/api/identity/identityRoutes.db.test.ts'],
      reason: 'Only over HTTPS, and with the prefix that the path of the console allows.',
    },
    {
      numbers: '3.3.2 3.3.4',
      asks: 'cookies are closed to other sites and to scripts',
      cases: 'A18',
      files: ['server/api/identity/identityRoutes.db.test.ts'],
    },
    {
      numbers: '3.4.1',
      asks: 'browsers keep to HTTPS',
      files: ['server/api/console/contentSecurityPolicy.test.ts'],
      reason: 'For this host name alone: names below it are other services of the operator.',
    },
    {
      numbers: '3.4.2',
      asks: 'no other origin reads answers',
      reason: 'The server sends no header of cross-origin access, so browsers deny all other origins.',
    },
    {
      numbers: '3.4.3 3.4.6',
      asks: 'a content security policy bounds scripts and frames',
      files: ['server/api/console/consoleRoutes.db.test.ts'],
    },
    {
      numbers: '3.4.4 3.4.5',
      asks: 'answers forbid guessing types and sending addresses on',
      cases: 'A19',
      reason: 'Helmet sets both headers on every answer (`openHttp`).',
    },
    { numbers: '3.5.1 3.5.2', asks: 'no page of another site calls with the user’s cookie', cases: 'A18' },
    {
      numbers: '3.5.3',
      asks: 'reading methods change nothing',
      cases: 'A6',
      reason: 'A write of the contract has a writing method (`isWrite`).',
    },
    {
      numbers: '3.5.4',
      asks: 'separate programs have separate host names',
      reason: 'The operator chooses the host name. Cookies are bound to it.',
    },
    {
      numbers: '3.5.5',
      asks: 'messages between windows are checked',
      reason: 'The console listens to none from other origins.',
    },
    { numbers: '3.7.1', asks: 'no retired browser technology', reason: ABSENT },
    {
      numbers: '3.7.2',
      asks: 'redirects lead to known places',
      files: ['server/api/identity/provider.db.test.ts'],
    },
  ],
  'V4 API and web service': [
    {
      numbers: '4.1.1',
      asks: 'answers state their type and characters',
      cases: 'A19',
      files: ['server/api/downloads/downloads.db.test.ts'],
    },
    { numbers: '4.1.2', asks: 'only pages lead from HTTP to HTTPS', reason: PROXY },
    { numbers: '4.1.3', asks: 'headers of proxies are taken from proxies alone', cases: 'A7 A29' },
    { numbers: '4.2.1', asks: 'the end of a message is unambiguous', cases: 'A26 A29' },
    { numbers: '4.3.1 4.3.2', asks: 'GraphQL is bounded', reason: ABSENT },
    { numbers: '4.4.1', asks: 'sockets use TLS', reason: PROXY },
    { numbers: '4.4.2', asks: 'sockets check the origin', cases: 'A18' },
    { numbers: '4.4.3 4.4.4', asks: 'tokens of sockets come from the session', cases: 'A11 A30' },
  ],
  'V5 Files': [
    {
      numbers: '5.1.1',
      asks: 'documents define what may be uploaded',
      reason: 'The document docs/uploads.md lists each reader and limit with its test.',
    },
    { numbers: '5.2.1 5.2.3', asks: 'size and unpacked size are bounded', cases: 'A19 A26' },
    {
      numbers: '5.2.2',
      asks: 'content decides the type',
      cases: 'A19',
      files: ['server/gateway/importLog.test.ts', 'server/api/models/checkGlb.test.ts'],
    },
    { numbers: '5.3.1 5.3.2', asks: 'no upload is run, and none names a file', cases: 'A19' },
    {
      numbers: '5.4.1 5.4.2',
      asks: 'names of downloads are set and encoded by the server',
      files: ['server/api/downloads/asAttachment.test.ts'],
    },
    {
      numbers: '5.4.3',
      asks: 'uploads are scanned for malware',
      reason:
        'Pictures are drawn again, and logs are read and never offered again. Models and charts are data for the map, read by bounded readers. An operator may scan the folder or bucket of files.',
    },
  ],
  'V6 Authentication': [
    { numbers: '6.1.1 6.3.1', asks: 'guessing is bounded, and locks nobody out for long', cases: 'A7 A9' },
    {
      numbers: '6.1.2 6.2.11',
      asks: 'passwords contain no names of their surroundings',
      gap: 'No list of words of the installation is refused.',
    },
    {
      numbers: '6.1.3 6.3.4',
      asks: 'all ways of signing in are known and equally strong',
      cases: 'A6 A7 A9',
      files: ['server/everyRoute.db.test.ts'],
    },
    {
      numbers: '6.2.1',
      asks: 'passwords have eight characters',
      reason:
        'The least is six, as the product’s specification sets it, with few tries and a list of stolen passwords.',
    },
    {
      numbers: '6.2.2 6.2.3',
      asks: 'people change their password with the old one',
      files: ['server/api/identity/identityRoutes.db.test.ts'],
    },
    {
      numbers: '6.2.4 6.2.12',
      asks: 'common and stolen passwords are refused',
      files: ['server/api/identity/identityRoutes.db.test.ts', 'server/api/setup/setup.db.test.ts'],
    },
    {
      numbers: '6.2.5 6.2.8',
      asks: 'any characters are allowed and compared as typed',
      reason: 'No rule limits the characters, and the hash takes the text unchanged.',
    },
    {
      numbers: '6.2.6 6.2.7',
      asks: 'fields hide the password and allow pasting',
      reason: 'The forms use the browser’s password field with its names for password managers.',
    },
    { numbers: '6.2.9', asks: 'passwords may be long', reason: 'They may have 200 characters.' },
    {
      numbers: '6.2.10',
      asks: 'no password expires by itself',
      reason: 'Nothing ends a password but its owner or an administrator.',
    },
    { numbers: '6.3.2', asks: 'there is no default account', cases: 'A33' },
    {
      numbers: '6.3.3',
      asks: 'a second factor is required',
      gap: 'People switch it on, or their organization requires it. Nothing requires it of everybody.',
    },
    {
      numbers: '6.4.1',
      asks: 'first secrets are random and short-lived',
      files: ['server/api/users/users.db.test.ts'],
    },
    { numbers: '6.4.2', asks: 'there are no secret questions', reason: ABSENT },
    {
      numbers: '6.4.3',
      asks: 'a reset keeps the second factor',
      files: ['server/api/identity/secondFactor.db.test.ts', 'server/api/identity/identityRoutes.db.test.ts'],
    },
    {
      numbers: '6.4.4',
      asks: 'a lost factor is replaced by proof of the person',
      files: ['server/api/identity/secondFactor.db.test.ts'],
      reason: 'Backup codes stand in; without them an administrator decides.',
    },
    {
      numbers: '6.5.1 6.5.5',
      asks: 'codes are valid once and briefly',
      cases: 'A7',
      files: ['server/api/identity/secondFactor.db.test.ts'],
    },
    {
      numbers: '6.5.2 6.5.3 6.5.4',
      asks: 'codes are random, long and stored protected',
      cases: 'A7',
      files: ['server/api/identity/secondFactor.db.test.ts'],
    },
    { numbers: '6.6.1', asks: 'codes by telephone are a choice among others', reason: ABSENT },
    { numbers: '6.6.2 6.6.3', asks: 'mailed codes are bound to their request and bounded', cases: 'A7' },
    {
      numbers: '6.8.1 6.8.2 6.8.4',
      asks: 'identities of the provider are signed, its own and checked',
      files: ['server/api/identity/provider.db.test.ts'],
      reason: 'There is one provider. A second factor that a user has turned on is asked for after it too.',
    },
    { numbers: '6.8.3', asks: 'SAML assertions are used once', reason: ABSENT },
  ],
  'V7 Sessions': [
    {
      numbers: '7.1.1 7.1.2 7.1.3',
      asks: 'documents define the life and number of sessions',
      gap: 'The source defines them, and no document does.',
    },
    {
      numbers: '7.2.1 7.2.2 7.2.3',
      asks: 'tokens are random, made anew and checked by the server',
      cases: 'A10 A11',
    },
    {
      numbers: '7.2.4',
      asks: 'signing in makes a new session',
      files: ['server/api/identity/identityRoutes.db.test.ts'],
    },
    { numbers: '7.3.1', asks: 'an unused session ends', cases: 'A11' },
    {
      numbers: '7.3.2',
      asks: 'every session ends at some time',
      gap: 'A session ends after seven days without use, and one in use is renewed without end.',
    },
    {
      numbers: '7.4.1 7.4.2 7.4.3',
      asks: 'sign-out, deletion and a new password end sessions',
      cases: 'A11',
    },
    {
      numbers: '7.4.4',
      asks: 'every page has the sign-out',
      files: ['e2e/signIn.spec.ts', 'e2e/twoTabs.spec.ts'],
    },
    {
      numbers: '7.4.5',
      asks: 'administrators end sessions of a person',
      cases: 'A11',
      reason: 'By deletion or another role. A password that is reset ends them too.',
    },
    {
      numbers: '7.5.1',
      asks: 'changes of the sign-in ask for the password again',
      files: ['server/api/identity/secondFactor.db.test.ts', 'server/api/identity/identityRoutes.db.test.ts'],
    },
    {
      numbers: '7.5.2',
      asks: 'people see and end their sessions',
      files: ['server/api/identity/identityRoutes.db.test.ts'],
    },
    {
      numbers: '7.6.1 7.6.2',
      asks: 'sessions by a provider begin by the user’s act and end as documented',
      files: ['server/api/identity/provider.db.test.ts'],
    },
  ],
  'V8 Authorization': [
    {
      numbers: '8.1.1 8.1.2',
      asks: 'documents define who may do and see what',
      reason:
        'The table of permissions is code that compiles only when complete; docs/architecture/access.md explains it (A1).',
    },
    {
      numbers: '8.2.1 8.2.2 8.4.1',
      asks: 'calls and rows are open to those with the right alone',
      cases: 'A1 A2 A3 A4 A6',
    },
    { numbers: '8.2.3', asks: 'fields too', cases: 'A5' },
    { numbers: '8.3.1', asks: 'the server decides', cases: 'A1 A6' },
  ],
  'V9 Self-contained tokens': [
    { numbers: '9.1.1 9.1.2 9.1.3', asks: 'signature, algorithm and key are the server’s', cases: 'A10' },
    { numbers: '9.2.1 9.2.2 9.2.3 9.2.4', asks: 'time, purpose and audience are checked', cases: 'A10' },
  ],
  'V10 OAuth and OpenID': [
    {
      numbers: '10.1.1 10.1.2 10.2.1',
      asks: 'tokens stay on the server, and answers belong to their request',
      files: ['server/api/identity/provider.db.test.ts'],
    },
    { numbers: '10.2.2', asks: 'several providers are kept apart', reason: 'There is one provider.' },
    {
      numbers: '10.3.1 10.3.2 10.3.3 10.3.4',
      asks: 'an OAuth resource server checks its tokens',
      reason: 'Programs use keys of this installation and no OAuth tokens (A12).',
    },
    {
      numbers: '10.4.1 10.4.2 10.4.3 10.4.4 10.4.5',
      asks: 'an authorization server guards codes and refresh tokens',
      reason: NO_SERVER,
    },
    {
      numbers: '10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11',
      asks: 'an authorization server guards its clients',
      reason: NO_SERVER,
    },
    {
      numbers: '10.5.1 10.5.2 10.5.3 10.5.4',
      asks: 'the client checks nonce, subject, issuer and audience',
      files: ['server/api/identity/provider.db.test.ts'],
    },
    { numbers: '10.5.5', asks: 'back-channel sign-out is checked', reason: ABSENT },
    {
      numbers: '10.6.1 10.6.2 10.7.1 10.7.2 10.7.3',
      asks: 'an OpenID server asks for consent',
      reason: NO_SERVER,
    },
  ],
  'V11 Cryptography': [
    {
      numbers: '11.1.1 11.1.2',
      asks: 'documents list keys, their use and their life',
      gap: 'The keys stand in docs/settings.md and docs/deploy.md. No document lists all of them with their life.',
    },
    {
      numbers: '11.2.1 11.2.3 11.6.1',
      asks: 'known libraries and lengths are used',
      cases: 'A10',
      reason: 'Node’s own cryptography, `jose` and `better-auth`; no algorithm is our own.',
    },
    {
      numbers: '11.2.2',
      asks: 'algorithms and keys can be replaced',
      gap: 'The key of stored secrets can be replaced. The algorithms are fixed in the source.',
    },
    {
      numbers: '11.3.1 11.3.2 11.3.3',
      asks: 'encryption is approved and guarded against changes',
      files: ['server/api/identity/secondFactor.db.test.ts'],
      reason: 'Stored secrets are encrypted by AES-256-GCM.',
    },
    {
      numbers: '11.4.1 11.4.3',
      asks: 'hashes are approved',
      reason: 'SHA-256 and HMAC-SHA-256. Checksums of device protocols guard no secret.',
    },
    {
      numbers: '11.4.2 11.4.4',
      asks: 'passwords are hashed slowly',
      cases: 'A8 A9',
      reason: 'The identity engine uses scrypt with N = 16,384, r = 16.',
    },
    {
      numbers: '11.5.1',
      asks: 'secrets are random, with 128 bits',
      cases: 'A10 A12 A20',
      reason: 'Typed codes are shorter, and their tries are counted (A7, A14).',
    },
  ],
  'V12 Communication': [
    {
      numbers: '12.1.1 12.1.2 12.2.1 12.2.2',
      asks: 'TLS is new, strong and trusted',
      files: ['server/gateway/mqttTls.db.test.ts'],
      reason: PROXY,
    },
    { numbers: '12.1.3', asks: 'certificates of clients are checked', reason: ABSENT },
    {
      numbers: '12.3.1 12.3.3 12.3.4',
      asks: 'inner connections use TLS',
      reason:
        'Addresses of the stores may use TLS, and the operator decides. The embedded stores have no connection.',
    },
    {
      numbers: '12.3.2',
      asks: 'outgoing connections check certificates',
      reason: 'Node checks them, and no source switches it off.',
    },
  ],
  'V13 Configuration': [
    {
      numbers: '13.1.1',
      asks: 'documents list all connections',
      reason: 'They stand in docs/settings.md, which a test keeps complete, and docs/deploy.md.',
    },
    {
      numbers: '13.2.1 13.2.2 13.2.3',
      asks: 'stores are reached with own accounts of few rights',
      cases: 'A24',
      reason: 'The operator names the accounts; readers of the column store cannot write.',
    },
    {
      numbers: '13.2.4 13.2.5',
      asks: 'the server calls listed addresses alone',
      cases: 'A21',
      reason:
        'Webhooks and push services are on the internet, by choice of users, and no other kind of address is called.',
    },
    {
      numbers: '13.3.1 13.3.2',
      asks: 'secrets are kept apart',
      cases: 'A33 A12',
      reason:
        'They come from the environment or a file of the operator, and the key of stored secrets may lie elsewhere.',
    },
    { numbers: '13.4.1', asks: 'no history of the source is served', cases: 'A33' },
    {
      numbers: '13.4.2 13.4.3 13.4.4 13.4.5',
      asks: 'no debugging, listings, TRACE or open metrics',
      cases: 'A6 A33',
    },
  ],
  'V14 Data protection': [
    {
      numbers: '14.1.1 14.1.2 14.2.4',
      asks: 'data is classified and protected by class',
      gap: 'SECURITY.md says how secrets are stored. Personal data and positions have no classes.',
    },
    {
      numbers: '14.2.1',
      asks: 'no secret stands in an address',
      reason:
        'Sessions and keys are headers alone. Download, share and invitation links are secrets by purpose: hashed, and ended by use or time. A Signal K server that can send no header uses `token`, which no log contains (A12, A20).',
    },
    {
      numbers: '14.2.2 14.3.2',
      asks: 'caches keep no private data',
      cases: 'A20 A31',
      files: ['server/api/pictures/pictures.db.test.ts', 'server/api/images/images.db.test.ts'],
    },
    {
      numbers: '14.2.3',
      asks: 'nothing is sent to trackers',
      files: ['server/api/console/consoleRoutes.db.test.ts'],
    },
    {
      numbers: '14.3.1',
      asks: 'signing out clears the browser',
      files: ['e2e/twoTabs.spec.ts'],
      reason: 'The page loads again after the end of a session, so nothing of it stays in memory.',
    },
    {
      numbers: '14.3.3',
      asks: 'the browser stores nothing sensitive',
      reason: 'Preferences and pinned names alone; the session is a cookie closed to scripts.',
    },
  ],
  'V15 Secure coding': [
    {
      numbers: '15.1.1',
      asks: 'documents say how soon holes of libraries are closed',
      reason: 'CONTRIBUTING.md: no release has a serious hole that a newer version has closed for a week.',
    },
    { numbers: '15.1.2 15.2.1', asks: 'each release lists its libraries, without late ones', cases: 'A34' },
    {
      numbers: '15.1.3 15.2.2',
      asks: 'costly work is documented and bounded',
      cases: 'A26 A28',
      files: ['server/stores/columns/clientPool.test.ts'],
    },
    { numbers: '15.2.3', asks: 'no test code runs in production', cases: 'A33' },
    {
      numbers: '15.3.1',
      asks: 'answers have the needed fields alone',
      cases: 'A31',
      files: ['server/api/openApi/openApi.db.test.ts'],
    },
    { numbers: '15.3.2', asks: 'calls outwards follow no redirect', cases: 'A21' },
    { numbers: '15.3.3', asks: 'no field is set that a call does not list', cases: 'A5' },
    { numbers: '15.3.4', asks: 'the caller’s address passes proxies unforged', cases: 'A7 A29' },
    { numbers: '15.3.5', asks: 'types are checked', cases: 'A1 A3 A36' },
    { numbers: '15.3.6', asks: 'prototypes are safe', cases: 'A27' },
    { numbers: '15.3.7', asks: 'repeated parameters do no harm', cases: 'A1 A3' },
  ],
  'V16 Logging and errors': [
    {
      numbers: '16.1.1 16.2.3',
      asks: 'documents list what is logged where',
      gap: 'The audit log is described on its page. No document lists the lines of the log.',
    },
    {
      numbers: '16.2.1 16.2.2 16.2.4',
      asks: 'lines have time, source and a common form',
      cases: 'A35',
      files: ['server/api/openHttp.test.ts'],
    },
    {
      numbers: '16.2.5',
      asks: 'no secret is logged',
      cases: 'A12 A35',
      files: ['server/api/openHttp.test.ts'],
    },
    {
      numbers: '16.3.1 16.3.2 16.3.3',
      asks: 'sign-ins, refusals and floods are noted',
      cases: 'A35',
      files: ['server/api/attacks/signIn.db.test.ts'],
    },
    { numbers: '16.3.4', asks: 'unexpected errors are logged', files: ['server/api/answerProblem.test.ts'] },
    { numbers: '16.4.1', asks: 'no line of the log can be forged', cases: 'A35' },
    {
      numbers: '16.4.2 16.4.3',
      asks: 'logs are closed, and leave the machine',
      reason:
        'The program writes JSON lines to its error stream, and the operator’s system keeps and sends them.',
    },
    {
      numbers: '16.5.1 16.5.2 16.5.3',
      asks: 'errors disclose nothing, and failures refuse',
      cases: 'A33 F2',
      files: ['server/api/answerProblem.test.ts'],
    },
  ],
  'V17 WebRTC': [
    {
      numbers: '17.1.1 17.2.1 17.2.2 17.2.3 17.2.4 17.3.1 17.3.2',
      asks: 'media and signalling servers are safe',
      reason: ABSENT,
    },
  ],
}
