import { parse, v5 as uuidV5 } from 'uuid';
import { type LicenseType, REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * The namespace of this service's vendor ids. It must never change, because receipts and links contain these
 * ids.
 */
const NAMESPACE = parse('6f1a7c52-2f0e-5b6c-9a43-7d1f6f0b8e21');

/**
 * Returns the UUIDv5 of (regulator, license type, digits). Importing into an empty database gives every
 * vendor its previous id.
 */
export function vendorId(licenseType: LicenseType, digits: string): string {
  return uuidV5(`${REGULATOR.key}:${licenseType}:${digits}`, NAMESPACE);
}
