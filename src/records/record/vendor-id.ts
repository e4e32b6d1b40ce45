import { parse, v5 as uuidV5 } from 'uuid';
import { type LicenseType, REGULATOR } from '../../regulator/source/regulator.ts';

/** Namespace of this service's vendor ids; never to be changed, receipts and links carry ids made from it. */
const NAMESPACE = parse('6f1a7c52-2f0e-5b6c-9a43-7d1f6f0b8e21');

/** UUIDv5 of (regulator, license type, digits): importing into an empty database gives every vendor the id it had. */
export function vendorId(licenseType: LicenseType, digits: string): string {
  return uuidV5(`${REGULATOR.key}:${licenseType}:${digits}`, NAMESPACE);
}
