import { type Static, Type } from 'typebox';

/** How long each collection of garbage took, in milliseconds, by the space that was collected. */
export const Pauses = Type.Object({ young: Type.Array(Type.Number()), old: Type.Array(Type.Number()) });
export type Pauses = Static<typeof Pauses>;
