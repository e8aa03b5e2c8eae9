/** A unit that starts this program with these arguments, as a user of its own. */
export const systemdUnit = (program: readonly string[], args: readonly string[]) => `[Unit]
Description=Taffrail on board
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${[...program, ...args].map(quoted).join(' ')}
Restart=always
RestartSec=5
DynamicUser=yes
# Serial ports of Debian.
SupplementaryGroups=dialout
StateDirectory=taffrail-aboard
StateDirectoryMode=0700
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
MemoryMax=256M

[Install]
WantedBy=multi-user.target
`

/** systemd replaces %, and takes words with other signs in quotes. */
const quoted = (word: string) => {
  const safe = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./?&$-]+$/.test(safe) ? safe : `"${safe.replaceAll(/["\\]/g, '\\$&')}"`
}
