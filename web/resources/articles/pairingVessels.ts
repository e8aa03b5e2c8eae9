import type { Article } from '../article.ts'

export const pairingVessels: Article = {
  slug: 'pairing-vessels',
  title: 'Pairing vessels',
  tags: ['Vessels', 'Devices'],
  summary: 'Connect the device on board with a vessel of the console, move it, or take it off.',
  body: [
    {
      text: 'A vessel shows data once it is paired with the device on board. Each vessel has at most one device and each device one vessel. Pairing needs a role that may edit the vessel.',
    },
    { heading: 'Pair a new device' },
    {
      steps: [
        'Power the device and wait until it is online. While it belongs to no vessel it is in pairing mode and shows a code of 8 characters.',
        'Open the vessel, choose Pair from its menu and then Pair a new device.',
        'Enter the code. It is sent when the eighth character is in; capitals do not matter.',
      ],
    },
    {
      text: 'The vessel turns from Not Paired to Online within a minute of the first data. What the device measured before is stored as well, if it kept it.',
    },
    { heading: 'Move a device to another vessel' },
    {
      text: 'Choose Transfer a device between vessels and name both. Trips and history stay with the vessel that sailed them; only what is measured from then on belongs to the other. If that vessel has a device already, you are warned first.',
    },
    { heading: 'Unpair' },
    {
      text: 'Unpairing puts the device back in pairing mode. The vessel stays with all its history and shows as Not Paired. Unpaired vessels are left out of lists unless you ask to see them.',
    },
    { heading: 'If the code is refused' },
    {
      list: [
        'Codes change when a device restarts: read it again.',
        'The device may have been paired by somebody else in the meantime.',
        'Without a connection to the console no code is valid. Check the antenna and the SIM card or the Wi-Fi on board.',
      ],
    },
  ],
}
