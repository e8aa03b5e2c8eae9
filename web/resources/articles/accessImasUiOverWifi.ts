import type { Article } from '../article.ts'

export const accessImasUiOverWifi: Article = {
  slug: 'access-imas-ui-over-wifi',
  title: 'Access the IMAS UI over Wi-Fi',
  tags: ['Devices', 'On board'],
  summary: 'Open the screens of the device on board from a phone, tablet or laptop nearby.',
  body: [
    {
      text: 'The device on board serves its own screens, the IMAS UI: live gauges, alerts and the choice of captain. They work without a connection to shore. Any browser within reach of its Wi-Fi can show them.',
    },
    { heading: 'Connect' },
    {
      steps: [
        'Switch on the device and give it two minutes to start.',
        'Choose its wireless network on your phone, tablet or laptop. Name and password are on the label of the device.',
        'If the phone says that this network has no internet, stay connected all the same.',
        'Open the address printed on the label in a browser.',
        'Add the page to your home screen, so that it opens full-screen next time.',
      ],
    },
    { heading: 'If the page does not open' },
    {
      list: [
        'Turn off mobile data for a moment: some phones prefer it over a network without internet.',
        'Turn off VPN and private relay, which look for the address on shore.',
        'Metal decks and wet hands of people between you and the device shorten the reach of Wi-Fi. Step closer.',
        'Restart the device. The network returns within two minutes.',
      ],
    },
    { heading: 'Keep it yours' },
    {
      text: 'Whoever knows the password of the network can open the screens. Change it after handing over a boat.',
    },
  ],
}
