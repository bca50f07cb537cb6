// The entry of the loader: the code that a page needs at once.

import { startLoader } from "./start_loader";

startLoader();
