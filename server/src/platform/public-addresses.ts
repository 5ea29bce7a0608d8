import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * True for an address of the public internet, to which the server may connect for a user. All reserved ones are
 * refused: loopback, private, link-local, cloud metadata, multicast, documentation, wrapped IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  return isIPv6(address) && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
};

type Subnet = readonly [net: string, prefix: number];

const blockListOf = (family: 'ipv4' | 'ipv6', subnets: readonly Subnet[]) => {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family);
  return list;
};

/** IANA's special-purpose IPv4 networks, multicast, and Azure's own host (168.63.129.16). */
const special4 = blockListOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** The only IPv6 network with addresses of internet hosts; mapped and translated IPv4 is outside of it. */
const global6 = blockListOf('ipv6', [['2000::', 3]]);

/** Special networks inside it: protocols (Teredo and others), documentation, 6to4, AS112. */
const special6 = blockListOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);
