/**
 * Addresses that the service must not send a request to if someone else chose the destination, grouped by
 * kind.
 */
export const REFUSED_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'this machine, loopback': ['127.0.0.1', '127.255.255.254', '::1', '::'],
  'this network, 0.0.0.0/8': ['0.0.0.0', '0.1.2.3', '0.255.255.255'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.254'],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fec0::1'],
  'link-local': ['169.254.0.1', '169.254.255.254', 'fe80::1', 'febf::1'],
  'secrets of a cloud': [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd20:ce::254',
  ],
  'shared, 100.64.0.0/10': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff05::2', 'ff0e::1'],
  'broadcast and reserved': ['240.0.0.1', '255.255.255.254', '255.255.255.255', '192.88.99.1', '4000::1'],
  'for tests and documents': [
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '192.0.0.1',
    '2001:db8::1',
    '100::1',
  ],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::ffff:8.8.8.8',
    '0:0:0:0:0:ffff:a00:1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
  ],
  'NAT64, 6to4 and Teredo': [
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::',
    '2001::1',
  ],
};

/** The same addresses in notations that only some programs understand. */
export const REFUSED_SPELLINGS: readonly string[] = [
  '127.1',
  '127.0.1',
  '0',
  '2130706433',
  '2852039166',
  '0x7f000001',
  '0x7f.1',
  '0xa9fea9fe',
  '017700000001',
  '0177.0.0.1',
  '0300.0250.0.1',
  '0x7f.0x0.0x0.0x1',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '169。254。169。254',
];
