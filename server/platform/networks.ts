import { BlockList, isIP } from 'node:net'

/** Addresses, and networks as 10.0.0.0/8; throws of what is neither. */
export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks.map((one) => one.trim()).filter((one) => one !== '')) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    if (version === 0) throw new RangeError(`${network} is no address`)
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits)) list.addSubnet(address, Number(bits), family)
    else throw new RangeError(`${network} is no network`)
  }
  return list
}

/** Address of the other side. A socket that listens on `::` gives an IPv4 client as `::ffff:10.0.0.1`. */
export const plainAddress = (remoteAddress: string) => remoteAddress.replace(/^::ffff:(?=\d+\.)/, '')

/** True for an address in the list. */
export function includes(list: BlockList, remoteAddress: string): boolean {
  const address = plainAddress(remoteAddress)
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
