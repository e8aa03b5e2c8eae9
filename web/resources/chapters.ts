/** Articles by task of the reader. */
export const CHAPTERS = [
  {
    title: 'resources.onBoard',
    slugs: [
      'system-installation',
      'pairing-vessels',
      'access-imas-ui-over-wifi',
      'helm-and-captains',
      'maintenance',
    ],
  },
  { title: 'resources.figures', slugs: ['numbers', 'rules-and-alerts'] },
  { title: 'resources.people', slugs: ['user-creation', 'departments-and-roles'] },
  { title: 'resources.handedOn', slugs: ['reports-and-logbook', 'share-print-export', 'public-api'] },
] as const
